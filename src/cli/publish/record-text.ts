import { safeLine, safeText } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import { hideAddresses } from './hide-addresses.js'
import { describeTime } from './time-text.js'

/**
 * Lays out the answer of a read, whose fields are undocumented: well-known names first, then everything else,
 * so that nothing is hidden. The content is untrusted and is made safe.
 */
export interface RecordLayout {
  readonly styles: Styles
  /** Milliseconds since 1970, for relative times; null for exact ones. */
  readonly now: number | null
  /** An IANA name, for dates; the machine's time zone if omitted. */
  readonly timeZone?: string
  /** 4: URLs of attachments in chats are described, not shown. */
  readonly describeAddresses: boolean
}

type JsonObject = Readonly<Record<string, unknown>>

/** The answer of a read as text, ending in a line break. */
export const describeDocument = (document: unknown, layout: RecordLayout): string => {
  const blocks = blocksOf(document, layout)
  return blocks.length === 0 ? `${layout.styles.dim('No entries.')}\n` : `${blocks.join('\n\n')}\n`
}

/** One block per entry of a list; an object that contains lists shows their entries, then its other fields. */
const blocksOf = (document: unknown, layout: RecordLayout): readonly string[] => {
  if (Array.isArray(document)) return document.map((entry) => describeEntry(entry, layout))
  if (!isObject(document)) return [describeEntry(document, layout)]
  const lists = Object.entries(document).filter(
    ([, value]) => Array.isArray(value) && value.every(isObject),
  ) as readonly (readonly [string, readonly JsonObject[]])[]
  if (lists.length === 0) return [describeEntry(document, layout)]
  const rest = Object.fromEntries(
    Object.entries(document).filter(([key]) => !lists.some(([name]) => name === key)),
  )
  const blocks = lists.flatMap(([, entries]) => entries.map((entry) => describeEntry(entry, layout)))
  return Object.keys(rest).length === 0 ? blocks : [...blocks, describeEntry(rest, layout)]
}

/** Common field names of such APIs; the specification does not give them. */
const AUTHOR_FIELDS = [
  'author',
  'user',
  'sender',
  'from',
  'sender_id',
  'author_name',
  'display_name',
  'username',
  'name',
]
const PERSON_NAME_FIELDS = ['display_name', 'name', 'username', 'handle', 'nickname', 'id']
const TIME_FIELDS = [
  'created_at',
  'published_at',
  'sent_at',
  'updated_at',
  'timestamp',
  'time',
  'date',
  'last_message_at',
]
const BODY_FIELDS = ['content', 'text', 'body', 'message', 'caption', 'title']

const describeEntry = (entry: unknown, layout: RecordLayout): string => {
  const { bold, dim } = layout.styles
  const line = ([key, value]: readonly [string, string]): string =>
    `${dim(`${safeLine(key)}:`)} ${safeLine(value)}`
  if (Array.isArray(entry))
    return entry.flatMap((item, index) => flatten(String(index + 1), item, layout).map(line)).join('\n')
  if (!isObject(entry)) return safeText(scalarText(entry, '', layout))
  const shown = new Set<string>()
  const take = <Value>(names: readonly string[], read: (value: unknown) => Value | null): Value | null => {
    for (const name of names) {
      const value = Object.hasOwn(entry, name) ? read(entry[name]) : null
      if (value === null) continue
      shown.add(name)
      return value
    }
    return null
  }
  const author = take(AUTHOR_FIELDS, nameIn)
  const time = take(TIME_FIELDS, (value) => timeText(value, layout))
  const id = take(['id'], (value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : null,
  )
  const body = take(BODY_FIELDS, (value) => (typeof value === 'string' && value !== '' ? value : null))
  const heading = [
    author === null ? null : bold(safeLine(author)),
    time === null ? null : dim(safeLine(time)),
    id === null ? null : dim(safeLine(id)),
  ].filter((part) => part !== null)
  // An author object has more than a name: its other fields are listed too.
  const rest = Object.entries(entry).flatMap(([key, value]) =>
    shown.has(key)
      ? isObject(value)
        ? flatten(key, withoutName(value), layout)
        : []
      : flatten(key, value, layout),
  )
  return [
    ...(heading.length === 0 ? [] : [heading.join(dim(' · '))]),
    ...(body === null ? [] : [safeText(layout.describeAddresses ? hideAddresses(body) : body)]),
    ...rest.map(line),
  ].join('\n')
}

/** The name of a person or profile, from commonly named fields; null if there is none. */
export const nameIn = (value: unknown): string | null => {
  if (typeof value === 'string' && value !== '') return value
  if (!isObject(value)) return null
  const name = PERSON_NAME_FIELDS.find((field) => typeof value[field] === 'string' && value[field] !== '')
  return name === undefined ? null : String(value[name])
}

const withoutName = (person: JsonObject): JsonObject => {
  const name = PERSON_NAME_FIELDS.find((field) => typeof person[field] === 'string' && person[field] !== '')
  return Object.fromEntries(Object.entries(person).filter(([key]) => key !== name))
}

/** No real answer is nested deeper; deeper ones could exhaust the stack. */
const MAX_DEPTH = 100

/** Every value below a field with its dotted path. */
const flatten = (
  path: string,
  value: unknown,
  layout: RecordLayout,
  depth = 0,
): readonly (readonly [string, string])[] => {
  if (depth > MAX_DEPTH) return [[path, `nested deeper than ${MAX_DEPTH} levels`]]
  if (Array.isArray(value) && value.every((item) => !isObject(item) && !Array.isArray(item)))
    return [
      [path, value.length === 0 ? 'none' : value.map((item) => scalarText(item, path, layout)).join(', ')],
    ]
  if (Array.isArray(value))
    return value.flatMap((item, index) => flatten(`${path}.${index + 1}`, item, layout, depth + 1))
  if (isObject(value)) {
    const entries = Object.entries(value)
    return entries.length === 0
      ? [[path, 'none']]
      : entries.flatMap(([key, inner]) => flatten(`${path}.${key}`, inner, layout, depth + 1))
  }
  return [[path, scalarText(value, path, layout)]]
}

const scalarText = (value: unknown, path: string, layout: RecordLayout): string => {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const name = path.slice(path.lastIndexOf('.') + 1)
  const time = TIME_FIELDS.includes(name) || name.endsWith('_at') ? timeText(value, layout) : null
  if (time !== null) return time
  return layout.describeAddresses ? hideAddresses(String(value)) : String(value)
}

/** A time as text, from ISO 8601 or seconds or milliseconds since 1970; null for other values. */
const timeText = (value: unknown, { now, timeZone }: RecordLayout): string | null => {
  const at =
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
      ? Date.parse(value)
      : typeof value === 'number' && value > 1e9
        ? value > 1e11
          ? value
          : value * 1_000
        : Number.NaN
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? describeTime(at, now, timeZone) : null
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
