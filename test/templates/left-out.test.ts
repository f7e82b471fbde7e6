import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { IGNORE_FILE, leaveOut } from '../../src/bundle/left-out.js'
import { PLAIN_TEMPLATES, templateFolder } from '../support/cases/templates.js'

describe.each(PLAIN_TEMPLATES)('the template %s', (template) => {
  const folder = templateFolder(template)
  const reasonFor = leaveOut(readFileSync(join(folder, IGNORE_FILE), 'utf8'))

  it.each([
    ['npm', ['package.json', 'package-lock.json']],
    ['pnpm', ['pnpm-lock.yaml', 'pnpm-workspace.yaml']],
    ['Yarn', ['yarn.lock', '.yarnrc.yml', '.pnp.cjs', '.pnp.loader.mjs']],
    ['Bun', ['bun.lock']],
  ])('keeps what %s leaves out of the zip', (_manager, files) => {
    expect(files.filter((path) => reasonFor(path, 'file') === null)).toEqual([])
    for (const path of ['node_modules', '.yarn']) expect(reasonFor(path, 'folder')).not.toBeNull()
  })

  it('keeps zips out', () => {
    for (const path of ['old.zip', 'sources/art.zip']) expect(reasonFor(path, 'file')).toContain(IGNORE_FILE)
  })

  it('keeps nothing of the app out', () => {
    const app = readdirSync(folder).filter((name) => /\.(?:css|html|js|png)$/.test(name))
    expect(app).toContain('index.html')
    expect([...app, 'manifest.json'].filter((path) => reasonFor(path, 'file') !== null)).toEqual([])
  })
})
