import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { RULES } from '../../src/check/rules/index.js'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/memory-bundle.js'
import { sampleFiles } from '../support/sample-bundle.js'

/**
 * Every rule's fixtures: `fixtures/rules/<area>/<rule>/{pass,fail}-<case>/` holds files that are laid over the
 * sample bundle, and `expected.json` with exactly what is reported. A `pass-` case reports nothing of the rule.
 */
const FIXTURES = fileURLToPath(new URL('../../fixtures/rules/', import.meta.url))

/** The fixtures take an empty file for the shipped SDK. */
const SHIPPED_SDK = new Uint8Array()

interface Expected {
  /** Files of the sample that this case is without. */
  readonly without?: readonly string[]
  readonly problems: readonly unknown[]
}

const cases = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name === 'expected.json')
  .map((entry) => relative(FIXTURES, entry.parentPath).split(sep).join('/'))
  .sort()

const filesOf = (folder: string): Record<string, Uint8Array> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'expected.json')
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [relative(folder, path).split(sep).join('/'), readFileSync(path)]
      }),
  )

describe('the rules, by their fixtures', () => {
  it.each(cases)('%s', async (name) => {
    const folder = join(FIXTURES, name)
    const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected
    const files = { ...sampleFiles(), ...filesOf(folder) }
    for (const path of expected.without ?? []) delete files[path]
    const { problems } = await check(memoryBundle(files), { shippedSdk: async () => SHIPPED_SDK })
    expect(problems).toEqual(expected.problems)
    expect(problems.map(({ fix }) => fix).filter((fix) => !/^[A-Z].*[.)?]$/.test(fix))).toEqual([])

    const rule = name.split('/').slice(0, 2).join('/')
    const outcome = name.split('/')[2]?.split('-')[0]
    expect(problems.some((problem) => problem.rule === rule)).toBe(outcome === 'fail')
  })
})

/**
 * Rules whose breaches no folder of this repository can hold: zips, sizes, what file systems tell apart or forbid, and
 * what shows only while an app runs. Their tests make the breach themselves.
 */
const WITHOUT_FIXTURES =
  /^(?:zip|run)\/|^bundle\/(?:case-twin|compression-ratio|file-too-large|folder-case-twin|special-file|symbolic-link|too-large|too-many-files|unreadable|windows-name|zip-size-unknown|zip-too-large)$|^manifest\/not-higher$|^script\/too-long-to-parse$/

describe('the list of rules', () => {
  it('has a case that fails and one that nearly does for every rule that files can break', () => {
    const missing = RULES.filter(({ id }) => !WITHOUT_FIXTURES.test(id)).flatMap(({ id }) =>
      ['pass', 'fail'].map((outcome) => `${id}/${outcome}-`),
    )
    expect(missing.filter((start) => !cases.some((name) => name.startsWith(start)))).toEqual([])
  })

  it('has no id twice, and an id is <area>/<breach>', () => {
    const ids = RULES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z]+\/[a-z0-9-]+$/.test(id))).toEqual([])
  })

  it('says of every rule what it refuses, why, and how to mend it', () => {
    for (const { breach, why, mend } of RULES) {
      for (const text of [breach, why, mend]) expect(text).toMatch(/^\S.*[.!?]$/)
    }
  })

  it('holds every rule file', () => {
    const folder = fileURLToPath(new URL('../../src/check/rules/', import.meta.url))
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((file) => /\bid: '/.test(readFileSync(join(folder, file), 'utf8')))
    expect(files.map((file) => file.replace(/\.ts$/, '')).sort()).toEqual(RULES.map(({ id }) => id).sort())
  })
})
