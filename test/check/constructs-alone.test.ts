import { describe, expect, it } from 'vitest'
import { inspect } from '../../src/check/inspect.js'
import type { Problem } from '../../src/check/problem.js'
import { RULES, ruleSetOf } from '../../src/check/rules/index.js'
import { RULE_CASE_OPTIONS, RULE_CASES, ruleCase } from '../support/cases/rule-cases.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { constructAlone, offsetOf } from './construct-alone.js'

/** Rules that a whole file breaks, or several places together. */
const OF_MORE =
  /^(?:content\/|html\/own-policy$|script\/(?:does-not-parse|path-router)$|sdk\/(?:n|loaded-twice))/

/** Fixtures of what only several statements say together: a picture that goes through functions, a path in a field, an SDK by another name. */
const OF_SEVERAL =
  /^(?:script\/tainted-canvas\/fail-(?:one-call-away|read)|script\/worker-by-path\/fail-by-field|script\/[\w-]+\/fail-by-value|sdk\/wrong-type\/fail-by-another-name)$/

/** The findings of the fixtures that blame a construct in a page, a drawing, a style sheet or a script. */
const findings = RULE_CASES.filter(
  ({ name, outcome, rule }) => outcome === 'fail' && !OF_MORE.test(rule) && !OF_SEVERAL.test(name),
).flatMap(({ name, rule }) =>
  ruleCase(name)
    .expected.problems.filter(
      ({ rule: found, file, line }) =>
        found === rule && line !== null && file !== null && /\.(?:html|css|svg|m?js)$/.test(file),
    )
    .map((problem, index) => ({ title: `${name} ${index + 1}`, name, problem })),
)

const textFrom = (text: string, at: Parameters<typeof offsetOf>[1]): string =>
  text.slice(offsetOf(text, at)).slice(0, LONGEST_FLAGGED)

/** In UTF-16 units: `webkitRTCPeerConnection`. */
const LONGEST_FLAGGED = 23

describe('a rule that finds a construct in a file also finds it on its own', () => {
  it.each(findings)('$title', async ({ name, problem }) => {
    const { files } = ruleCase(name)
    const file = problem.file ?? ''
    const text = Buffer.from(files[file] ?? '').toString()
    const { line, column } = problem
    const at = { line: line ?? 1, column: column ?? 1 }
    // What is flagged is a text, wherever it stands.
    const alone =
      problem.level === 'flag' && /\.m?js$/.test(file) ? textFrom(text, at) : constructAlone(file, text, at)
    expect(alone).not.toBeNull()
    const reduced = memoryBundle({ ...files, [file]: alone ?? '' })
    const rule = RULES.filter(({ id }) => id === problem.rule)
    const told = ({ rule, level, message, fix }: Problem) => ({ rule, level, message, fix })
    // By the rule itself, and among all others.
    for (const rules of [rule, RULES]) {
      const { result } = await inspect(reduced, RULE_CASE_OPTIONS, { ruleSet: ruleSetOf(rules) })
      const found = result.problems.filter((one) => one.file === file && one.rule === problem.rule)
      expect([alone, found.map(told)]).toEqual([alone, expect.arrayContaining([told(problem)])])
    }
  })

  it('for some hundred findings', () => {
    expect(findings.length).toBeGreaterThan(150)
  })
})
