import type * as z from 'zod'
import { CAPABILITIES } from '../../../platform/features.js'
import type { BreachParams, ManifestBreach } from '../../../platform/manifest.js'
import { MANIFEST_FIELDS } from '../../../platform/manifest-fields.js'
import { nearestName } from '../text/nearest-name.js'
import { type ManifestPath, pointerOf, valueAt } from './path.js'

/** What can be wrong with a manifest that is JSON; the validator has one rule for each. */
export type IssueKind =
  | ManifestBreach
  | 'missing-field'
  | 'unknown-field'
  | 'wrong-type'
  | 'unknown-value'
  | 'malformed-value'
  | 'number-out-of-range'
  | 'too-many'
  | 'duplicate-product-id'

/** One breach of the schema, in words. */
export interface ManifestIssue {
  readonly kind: IssueKind
  readonly path: ManifestPath
  /** What was found, to read on after the field's name: `is "1.0"`. */
  readonly found: string
  /** What the field must be, to read on after "it must be"; empty where nothing is allowed. */
  readonly allowed: string
  readonly fix: string
  /** The field that an unknown one most likely means. */
  readonly meant?: ManifestPath
}

/** The schema's issues in words, and those that the schema leaves out. */
export const manifestIssues = (
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): readonly ManifestIssue[] => {
  const found = issues.flatMap((issue) => describe(value, issue))
  // A field with a mistyped name is one mistake, not a missing field as well.
  const meant = new Set(found.flatMap((issue) => (issue.meant === undefined ? [] : pointerOf(issue.meant))))
  const isMeant = ({ kind, path }: ManifestIssue): boolean =>
    kind === 'missing-field' && meant.has(pointerOf(path))
  return [...found.filter((issue) => !isMeant(issue)), ...duplicateProductIds(value)]
}

const describe = (root: unknown, issue: z.core.$ZodIssue): readonly ManifestIssue[] => {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(root, [...path, key]))
  const value = valueAt(root, path)
  const allowed = issue.message
  if (value === undefined)
    return [{ kind: 'missing-field', path, found: 'is missing', allowed, fix: `Add ${String(path.at(-1))}.` }]
  const found = `is ${brief(value)}`
  if (issue.code === 'custom') {
    const params = issue.params as BreachParams | undefined
    if (params === undefined) throw new Error('A custom issue of the manifest schema names no breach.')
    return [{ kind: params.breach, path, found: params.found ?? found, allowed, fix: params.fix }]
  }
  if (issue.code === 'too_big' && Array.isArray(value)) {
    const fix = `Remove ${value.length - Number(issue.maximum)} of them.`
    return [{ kind: 'too-many', path, found: `has ${value.length} elements`, allowed, fix }]
  }
  return [
    { kind: KIND_BY_CODE[issue.code] ?? 'malformed-value', path, found, allowed, fix: `Make it ${allowed}.` },
  ]
}

const KIND_BY_CODE: Readonly<Record<string, IssueKind>> = {
  invalid_type: 'wrong-type',
  invalid_value: 'unknown-value',
  invalid_union: 'unknown-value',
  too_small: 'number-out-of-range',
  too_big: 'number-out-of-range',
}

const unknownField = (root: unknown, path: ManifestPath): ManifestIssue => {
  const issue = { kind: 'unknown-field', path, allowed: '' } as const
  const key = String(path.at(-1))
  if (key === '$schema')
    return {
      ...issue,
      found: 'is for editors, and the platform refuses unknown fields',
      fix: 'Remove it, and name the schema in .vscode/settings.json instead, as the templates do.',
    }
  const isFree = valueAt(root, ['access', 'type']) === 'free'
  if (path[0] === 'access' && isFree && (key === 'price' || key === 'statement'))
    return {
      ...issue,
      found: 'is not allowed where access.type is free',
      fix: 'Remove it, or set access.type to one_time or pass_30d.',
    }
  const near = nearestName(key, missingFields(root, path.slice(0, -1)))
  return {
    ...issue,
    found: 'is not a field of the manifest',
    ...(near === null
      ? { fix: 'Remove it, or correct its name.' }
      : { fix: `Write ${JSON.stringify(near)}.`, meant: [...path.slice(0, -1), near] }),
  }
}

/** The fields that an object of the manifest may have and lacks. @param path where the object is */
const missingFields = (root: unknown, path: ManifestPath): readonly string[] => {
  const [place] = path
  const group = place === undefined ? '' : `${place}.`
  const fields =
    place === 'capabilities' && path.length === 1
      ? CAPABILITIES
      : Object.keys(MANIFEST_FIELDS)
          .filter((field) => field.startsWith(group) && !field.slice(group.length).includes('.'))
          .map((field) => field.slice(group.length))
  return fields.filter((field) => valueAt(root, [...path, field]) === undefined)
}

/** Of two products with one id, the later one is to blame. */
const duplicateProductIds = (root: unknown): readonly ManifestIssue[] => {
  const products = valueAt(root, ['products'])
  if (!Array.isArray(products)) return []
  const seen = new Map<string, number>()
  return products.flatMap((_, index) => {
    const id = valueAt(products, [index, 'id'])
    if (typeof id !== 'string') return []
    const earlier = seen.get(id)
    if (earlier === undefined) {
      seen.set(id, index)
      return []
    }
    const found = `is ${brief(id)}, which products[${earlier}] already has`
    const path = ['products', index, 'id']
    const allowed = 'unique within the manifest'
    return [{ kind: 'duplicate-product-id', path, found, allowed, fix: 'Give each product its own ID.' }]
  })
}

const MAX_BRIEF_CHARACTERS = 40

/** A JSON value in few characters, for a message. */
const brief = (value: unknown): string => {
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'an infinite number'
  // Of a text of megabytes no more is looked at than can be shown.
  const start = typeof value === 'string' ? value.slice(0, 2 * MAX_BRIEF_CHARACTERS) : value
  const points = [...JSON.stringify(start)]
  return points.length <= MAX_BRIEF_CHARACTERS
    ? points.join('')
    : `${points.slice(0, MAX_BRIEF_CHARACTERS - 1).join('')}…`
}
