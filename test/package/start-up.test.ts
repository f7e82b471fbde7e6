import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/processes/npm.js'

const DIST = join(ROOT, 'dist')

/** The built files that are loaded with a file, and those that it loads later, when it needs them. */
const loadedWith = (
  file: string,
): { readonly files: ReadonlySet<string>; readonly later: readonly string[] } => {
  const files = new Set([file])
  const later: string[] = []
  for (const one of files) {
    const text = readFileSync(one, 'utf8')
    for (const [, path = ''] of text.matchAll(/^(?:import|export)[^;'"]*["'](\.[^"']+)["']/gm))
      files.add(join(dirname(one), path))
    for (const [, path = ''] of text.matchAll(/\bimport\(["'](\.[^"']+)["']\)/g))
      later.push(join(dirname(one), path))
  }
  return { files, later }
}

const kilobytes = (files: ReadonlySet<string>): number =>
  [...files].reduce((sum, file) => sum + statSync(file).size, 0) / 1_024

// Each file costs the start half a millisecond, and each megabyte a tenth of a second.
describe('what a command loads before it starts', () => {
  const main = loadedWith(join(DIST, 'cli/main.js'))

  it('is next to nothing for the version and the help', () => {
    expect(main.files.size).toBeLessThanOrEqual(6)
    expect(kilobytes(main.files)).toBeLessThan(300)
  })

  it('is few files, and no language but English, for a check', () => {
    const check = main.later.find((file) => /run-check/.test(file))
    const { files } = loadedWith(check ?? '')
    expect(files.size).toBeLessThanOrEqual(8)
    expect(kilobytes(files)).toBeLessThan(900)
    const texts = [...files].map((file) => readFileSync(file, 'utf8'))
    expect(texts.filter((text) => text.includes('Ungültige Eingabe'))).toEqual([])
  })
})
