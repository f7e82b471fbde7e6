import type * as z from 'zod'
import { alternatives, formatNumber } from './text.js'

/**
 * Says in plain words what is wrong with a value, as a predicate: `must be a string`. Passed to `safeParse` as `error`;
 * messages that a schema has of its own win.
 */
export const plainIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing'
      return `must be ${TYPES[issue.expected] ?? `of the type ${issue.expected}`}`
    case 'too_small':
      return bound(issue.origin, 'at least', Number(issue.minimum))
    case 'too_big':
      return bound(issue.origin, 'at most', Number(issue.maximum))
    case 'invalid_value':
      return `must be ${alternatives(issue.values.map((value) => JSON.stringify(value)))}`
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.map((key) => `\`${key}\``).join(', ')}`
    case 'invalid_union':
      return 'has none of the allowed forms'
    default:
      return 'is not valid'
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  record: 'an object',
  null: 'null',
}

const bound = (origin: string, word: string, limit: number): string => {
  const number = formatNumber(limit)
  if (origin === 'string') return `must have ${word} ${number} character${limit === 1 ? '' : 's'}`
  if (origin === 'array') return `must have ${word} ${number} item${limit === 1 ? '' : 's'}`
  return `must be ${word} ${number}`
}

/**
 * What is wrong with a value, each issue with its path: `max_players: must be at most 8; meta: is missing`.
 * @param whole what the value itself is called, for issues without a path: `The body`
 */
export const describeIssues = ({ issues }: z.ZodError, whole = ''): string =>
  [
    ...new Set(
      issues.map(({ path, message }) =>
        path.length > 0 ? `${path.join('.')}: ${message}` : `${whole} ${message}`.trimStart(),
      ),
    ),
  ].join('; ')
