import type { RuleText } from '../check/rule.js'
import { suggestion } from '../check/rule-suggestion.js'
import { RULES } from '../check/rules/index.js'
import { Failure } from '../failure.js'
import { PLAYTEST_RULES } from '../playtest/rules.js'
import type { CommandContext } from './context.js'

/** Lists the rules, or explains one. */
export const runRules = (
  id: string | undefined,
  format: 'text' | 'json',
  { out, outStyles: styles }: CommandContext,
): void => {
  const described = EVERY_RULE.map(({ id: rule, level, section, breach, why, mend }) => ({
    id: rule,
    level,
    section,
    breach,
    why,
    mend,
  }))
  if (id === undefined) {
    if (format === 'json') out(`${JSON.stringify(described, null, 2)}\n`)
    else
      for (const [index, rule] of described.entries()) {
        const area = rule.id.split('/', 1)[0] ?? ''
        if (area !== described[index - 1]?.id.split('/', 1)[0])
          out(`${index === 0 ? '' : '\n'}${styles.bold(area)}\n`)
        out(`  ${rule.id.padEnd(LONGEST_ID)}  ${rule.level.padEnd(7)}  ${rule.breach}\n`)
      }
    return
  }
  const rule = described.find((candidate) => candidate.id === id)
  if (rule === undefined) {
    const near = suggestion(
      id,
      described.map((candidate) => candidate.id),
    )
    throw new Failure(
      'usage',
      `There is no rule ${id}.`,
      near === null ? 'List them with miniapp rules.' : `Did you mean ${near}?`,
    )
  }
  if (format === 'json') out(`${JSON.stringify(rule, null, 2)}\n`)
  else
    out(
      [
        `${styles.bold(rule.id)} (${rule.level}${rule.section === '' ? '' : `, section ${rule.section}`})`,
        '',
        rule.breach,
        '',
        `Why: ${rule.why}`,
        `Mend: ${rule.mend}`,
        '',
      ].join('\n'),
    )
}

/** What check finds in a bundle, and what test meets when it runs. */
const EVERY_RULE: readonly RuleText[] = [...RULES, ...PLAYTEST_RULES]

const LONGEST_ID = Math.max(...EVERY_RULE.map(({ id }) => id.length))
