import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/processes/npm.js'

const TEXT = /(?:\.(?:css|html|js|json|md|ts)|ignore)$/

it.each(['templates', 'bin'])('%s has only LF, from any checkout that it is published from', (folder) => {
  const texts = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  expect(texts.length).toBeGreaterThan(0)
  const wrong = texts.filter((path) => readFileSync(path).includes('\r'))
  expect(wrong.map((path) => relative(ROOT, path))).toEqual([])
})
