import { SUMMARY_NEEDS } from '../facts/file-summary.js'
import { Interests } from '../facts/interests.js'
import type { Rule } from '../rule.js'

/** Rules, and what they need of the files: nothing else is kept. */
export interface RuleSet {
  readonly rules: readonly Rule[]
  readonly interests: Interests
}

/** Folds what rules need, and what the summaries need that rules about the whole bundle read. */
export const ruleSetOf = (rules: readonly Rule[]): RuleSet => ({
  rules,
  interests: new Interests([
    ...SUMMARY_NEEDS,
    ...rules.flatMap((rule) => ('needs' in rule ? rule.needs : [])),
  ]),
})
