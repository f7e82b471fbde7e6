import { Failure } from '../failure.js'
import type { AllowedRule, Problem } from './problem.js'
import { suggestionFor } from './suggestion.js'

/** Known findings that a project allows: `--strict` does not count them. */

/**
 * Marks the problems that are allowed. An error never is: the service refuses the version anyway.
 * @param allow the rules that are allowed; those that `isReported` does not name are another command's
 */
export const markAllowed = <Of extends Problem>(
  problems: readonly Of[],
  allow: readonly string[],
  isReported: (rule: string) => boolean,
): { readonly problems: readonly Of[]; readonly allow?: readonly AllowedRule[] } => {
  const rules = [...new Set(allow)].filter(isReported)
  if (rules.length === 0) return { problems }
  return {
    problems: problems.map((problem) =>
      problem.level !== 'error' && rules.includes(problem.rule) ? { ...problem, allowed: true } : problem,
    ),
    allow: rules.map((rule) => {
      const found = problems.filter((problem) => problem.rule === rule)
      const errors = found.filter(({ level }) => level === 'error').length
      return { rule, allowed: found.length - errors, errors }
    }),
  }
}

/** Whether a problem makes a check fail. */
export const failsCheck = ({ level, allowed }: Problem, strict: boolean): boolean =>
  level === 'error' || (strict && level !== 'info' && allowed !== true)

/** The entries of `allow` that change nothing, each in a sentence. */
export const allowNotes = (allow: readonly AllowedRule[] = []): readonly { rule: string; text: string }[] =>
  allow.flatMap(({ rule, allowed, errors }) => {
    if (errors > 0)
      return [
        {
          rule,
          text: `${rule} cannot be allowed: ${errors === 1 ? 'its finding is an error' : 'its findings are errors'}.`,
        },
      ]
    return allowed > 0
      ? []
      : [
          {
            rule,
            text: `${rule} is allowed, but nothing was found for it: remove it from the allowed rules.`,
          },
        ]
  })

/**
 * @param ids those of all rules
 * @param place where the rules are allowed, as a sentence begins
 * @throws {Failure} `usage` where one of the rules to allow is none
 */
export const requireRules = (allow: readonly string[], ids: readonly string[], place: string): void => {
  const unknown = allow.find((rule) => !ids.includes(rule))
  if (unknown === undefined) return
  const near = nearestRule(unknown, ids)
  throw new Failure(
    'usage',
    `${place} ${JSON.stringify(unknown)}, which is not a rule.`,
    near === null ? 'Run miniapp rules to list all rules.' : `Did you mean ${near}?`,
  )
}

/** The id that a mistyped one most likely means; null where none is near. */
export const nearestRule = (typed: string, ids: readonly string[]): string | null => {
  const byName = ids.find((id) => id.endsWith(`/${typed.toLowerCase()}`))
  return byName ?? suggestionFor(typed, ids) ?? null
}
