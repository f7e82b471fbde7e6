import type { Interests } from '../../../src/check/facts/interests.js'
import { RULES, ruleSetOf } from '../../../src/check/rules/index.js'

/** What the rules of `check` need of files. */
export const INTERESTS: Interests = ruleSetOf(RULES).interests
