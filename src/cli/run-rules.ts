import { nearestRule, requireRules } from '../check/allow.js'
import type { RuleText } from '../check/rule.js'
import { RULES } from '../check/rules/index.js'
import { areaOf } from '../docs/rule-topics.js'
import { type Failure, usageFailure } from '../failure.js'
import { jsonFileText } from '../platform/text.js'
import { PLAYTEST_RULES } from '../playtest/rules.js'
import type { CommandContext } from './context.js'

/** Lists all rules or those of an area, or explains one rule. */
export const runRules = (
  id: string | undefined,
  format: 'text' | 'json',
  { out, outStyles: styles }: CommandContext,
): void => {
  const described = EVERY_RULE.map(({ id: rule, level, impact, section, breach, why, remedy }) => ({
    id: rule,
    level,
    impact,
    section,
    breach,
    why,
    remedy,
  }))
  const area = id?.replace(/\/$/, '')
  const listed = described.filter((one) => area === undefined || areaOf(one.id) === area)
  const rule = described.find((candidate) => candidate.id === id)
  if (rule === undefined) {
    if (listed.length === 0) throw unknownRule(id ?? '')
    if (format === 'json') out(jsonFileText(listed))
    else
      for (const [index, one] of listed.entries()) {
        const heading = areaOf(one.id)
        if (heading !== areaOf(listed[index - 1]?.id ?? ''))
          out(`${index === 0 ? '' : '\n'}${styles.bold(heading)}\n`)
        out(
          `  ${one.id.padEnd(LONGEST_ID)}  ${one.level.padEnd(7)}  ${(one.impact ?? '').padEnd(8)}  ${one.breach}\n`,
        )
      }
    return
  }
  if (format === 'json') out(jsonFileText(rule))
  else
    out(
      [
        `${styles.bold(rule.id)} (${rule.level}${rule.impact === null ? '' : `, ${rule.impact}`}${rule.section === '' ? '' : `, section ${rule.section}`})`,
        '',
        rule.breach,
        '',
        `Why: ${rule.why}`,
        `Fix: ${rule.remedy}`,
        ...(rule.section === ''
          ? []
          : ['', `Section ${rule.section} in the reference: miniapp docs ${rule.section}`]),
        '',
      ].join('\n'),
    )
}

const unknownRule = (id: string): Failure => {
  const ids = EVERY_RULE.map((rule) => rule.id)
  const near = nearestRule(id, [...ids, ...new Set(ids.map(areaOf))])
  return usageFailure(
    `There is no rule ${id}.`,
    near === null ? 'Run miniapp rules to list all rules.' : `Did you mean ${near}?`,
  )
}

/** The rules of `check` and of `test`. */
const EVERY_RULE: readonly RuleText[] = [...RULES, ...PLAYTEST_RULES]

/** @throws {Failure} `usage` where one of the rules to allow is not a rule of `check` or `test` */
export const requireEveryRule = (allow: readonly string[], place: string): void =>
  requireRules(
    allow,
    EVERY_RULE.map(({ id }) => id),
    place,
  )

const LONGEST_ID = Math.max(...EVERY_RULE.map(({ id }) => id.length))
