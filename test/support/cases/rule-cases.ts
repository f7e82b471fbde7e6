import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Problem } from '../../../src/check/problem.js'
import { sampleFiles } from '../fakes/sample-bundle.js'

/**
 * Every rule's fixtures: `fixtures/rules/<area>/<rule>/{pass,fail}-<case>/` holds files that are laid over the
 * sample bundle, and `expected.json` with exactly what is reported. A `pass-` case reports nothing of the rule.
 */
const FIXTURES = fileURLToPath(new URL('../../../fixtures/rules/', import.meta.url))

/** The fixtures take an empty file for the shipped SDK. */
export const RULE_CASE_OPTIONS = { shippedSdk: async (): Promise<Uint8Array> => new Uint8Array() }

export interface RuleCase {
  /** `<area>/<rule>/{pass,fail}-<case>` */
  readonly name: string
  readonly rule: string
  readonly outcome: string
}

export const RULE_CASES: readonly RuleCase[] = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name === 'expected.json')
  .map((entry) => relative(FIXTURES, entry.parentPath).split(sep).join('/'))
  .sort()
  .map((name) => {
    const [area, rule, own = ''] = name.split('/')
    return { name, rule: `${area}/${rule}`, outcome: own.split('-')[0] ?? '' }
  })

interface Expected {
  /** Files of the sample that this case is without. */
  readonly without?: readonly string[]
  readonly problems: readonly Problem[]
}

/** A case's files, laid over the sample, and what is to be reported of them. */
export const ruleCase = (
  name: string,
): { readonly files: Record<string, string | Uint8Array>; readonly expected: Expected } => {
  const folder = join(FIXTURES, name)
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected
  const files: Record<string, string | Uint8Array> = { ...sampleFiles(), ...filesOf(folder) }
  for (const path of expected.without ?? []) delete files[path]
  return { files, expected }
}

const filesOf = (folder: string): Record<string, Uint8Array> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'expected.json')
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [relative(folder, path).split(sep).join('/'), readFileSync(path)]
      }),
  )
