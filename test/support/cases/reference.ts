import { readExamples, readRuleExamples } from '../../../src/build/reference.mjs'
import { RULES } from '../../../src/check/rules/index.js'
import { createReference } from '../../../src/docs/reference.js'
import type { Examples } from '../../../src/docs/texts/examples.js'
import type { Reference } from '../../../src/docs/topic.js'
import { PLAYTEST_RULES } from '../../../src/playtest/rules.js'

/** The reference, as the build writes it. */
export const sourceReference = async (): Promise<Reference> =>
  createReference({
    version: '1.2.3',
    rules: [...RULES, ...PLAYTEST_RULES],
    // The test of the examples holds that there is one of each name.
    examples: (await readExamples()) as Examples,
    ruleExamples: await readRuleExamples(),
  })
