import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { inspect } from '../../src/check/inspect.js'
import { RULES, ruleSetOf } from '../../src/check/rules/index.js'
import { MANIFEST_SCHEMA_RULES } from '../../src/check/rules/manifest/schema.js'
import { SDK_ARGUMENT_RULES } from '../../src/check/rules/sdk/arguments.js'
import { ZIP_RULES } from '../../src/check/rules/zip/structure.js'
import { check, checkOfSeveral } from '../../src/check/run.js'
import { RULE_CASE_OPTIONS, RULE_CASES, ruleCase } from '../support/cases/rule-cases.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'

describe('the rules, by their fixtures', () => {
  it.each(RULE_CASES)('$name', async ({ name, rule, outcome }) => {
    const { files, expected } = ruleCase(name)
    const { problems } = await check(memoryBundle(files), RULE_CASE_OPTIONS)
    const found = JSON.stringify({ problems }, null, 2)
    expect(
      problems,
      `fixtures/rules/${name}/expected.json expects other problems. The check finds:\n${found}\n`,
    ).toEqual(expected.problems)
    expect(problems.map(({ fix }) => fix).filter((fix) => !/^[A-Z].*[.)?]$/.test(fix))).toEqual([])

    const reported = problems.some((problem) => problem.rule === rule)
    expect(
      reported,
      `${rule} ${reported ? 'reports' : 'does not report'} fixtures/rules/${name}/: change the rule, its files or its name`,
    ).toBe(outcome === 'fail')
  })
})

describe('each rule by itself, with nothing kept of the files but what it declares', () => {
  it.each(RULE_CASES.filter(({ outcome }) => outcome === 'fail'))('$name', async ({ name, rule: id }) => {
    const { files, expected } = ruleCase(name)
    const rule = RULES.find((candidate) => candidate.id === id)
    if (rule === undefined) throw new Error(`There is no rule for ${name}.`)
    const { result } = await inspect(memoryBundle(files), RULE_CASE_OPTIONS, { ruleSet: ruleSetOf([rule]) })
    const own = expected.problems.filter((problem) => problem.rule === rule.id)
    expect(result.problems).toEqual(own)
    expect(own).not.toEqual([])
  })
})

describe('a check of several bundles', () => {
  it('finds in each what is in it, though it parsed its scripts for another one', async () => {
    const several = checkOfSeveral()
    const cases = RULE_CASES.filter(({ name }) => /^(?:script|sdk)\//.test(name))
    for (const _ of ['parsed', 'known'])
      for (const { name } of cases) {
        const { files, expected } = ruleCase(name)
        const { problems } = await several(memoryBundle(files), RULE_CASE_OPTIONS)
        expect([name, problems]).toEqual([name, expected.problems])
      }
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
    expect(
      missing.filter((start) => !RULE_CASES.some(({ name }) => name.startsWith(start))),
      'Add folders in fixtures/rules/ whose names start like this, each with an expected.json',
    ).toEqual([])
  })

  it('has no id twice, and an id is <area>/<breach>', () => {
    const ids = RULES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z]+\/[a-z0-9-]+$/.test(id))).toEqual([])
  })

  it('says of every rule what it refuses, why, and how to fix it', () => {
    for (const { breach, why, remedy } of RULES) {
      for (const text of [breach, why, remedy]) expect(text).toMatch(/^\S.*[.!?]$/)
    }
  })

  it('has every rule that is written, each in the folder of its area', () => {
    const folder = fileURLToPath(new URL('../../src/check/rules/', import.meta.url))
    const written = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .flatMap(({ parentPath, name }) =>
        [...readFileSync(join(parentPath, name), 'utf8').matchAll(/\bid: '([^']+)'/g)].map(([, id = '']) => ({
          id,
          area: basename(parentPath),
        })),
      )
    expect(
      written.filter(({ id, area }) => !id.startsWith(`${area}/`)),
      'Move these rules to src/check/rules/<area>/, the first part of their ids',
    ).toEqual([])
    const tables = [...ZIP_RULES, ...MANIFEST_SCHEMA_RULES, ...SDK_ARGUMENT_RULES]
    const made = [...written, ...tables].map(({ id }) => id).sort()
    const listed = RULES.map(({ id }) => id).sort()
    expect(
      made.filter((id) => !listed.includes(id)),
      'Import these rules in src/check/rules/index.ts, and list them in their areas',
    ).toEqual([])
    expect(made).toEqual(listed)
  })
})
