import type { Interests } from '../../../src/check/facts/interests.js'
import { RULES } from '../../../src/check/rules/index.js'
import { ruleSetOf } from '../../../src/check/rules/rule-set.js'

/** What the rules of `check` need of files. */
export const INTERESTS: Interests = ruleSetOf(RULES).interests
