import { safeLine, safeText } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import { describeTime } from './time-text.js'

/**
 * Lays out what a read answered, whatever its fields turn out to be: known-looking names first, everything else
 * after, nothing hidden. All of it is others' text and is made safe.
 */
export interface RecordLayout {
  readonly styles: Styles
  /** Milliseconds since 1970, for relative times; null for exact ones. */
  readonly now: number | null
  /** 4: addresses of attachments in chats are described in words only. */
  readonly describeAddresses: boolean
}

type JsonObject = Readonly<Record<string, unknown>>

/** The document of a read as text, ending in a line break. */
export const describeDocument = (document: unknown, layout: RecordLayout): string => {
  const blocks = blocksOf(document, layout)
  return blocks.length === 0 ? `${layout.styles.dim('Nothing.')}\n` : `${blocks.join('\n\n')}\n`
}

/** A list is one block an entry; an object that holds lists shows these entries, then what is beside them. */
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

/** Names that interfaces of this kind usually give their fields; the document does not show them. */
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
  const time = take(TIME_FIELDS, (value) => timeText(value, layout.now))
  const id = take(['id'], (value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : null,
  )
  const body = take(BODY_FIELDS, (value) => (typeof value === 'string' && value !== '' ? value : null))
  const heading = [
    author === null ? null : bold(safeLine(author)),
    time === null ? null : dim(safeLine(time)),
    id === null ? null : dim(safeLine(id)),
  ].filter((part) => part !== null)
  // An author that is an object says more than its name: the rest of it is listed, too.
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

/** The name of a person or profile, by what such a field is usually called; null where there is none. */
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

/** No honest answer nests deeper; deeper ones could exhaust the stack. */
const MAX_DEPTH = 100

/** Every value below a field with its dotted path, so that nothing is hidden. */
const flatten = (
  path: string,
  value: unknown,
  layout: RecordLayout,
  depth = 0,
): readonly (readonly [string, string])[] => {
  if (depth > MAX_DEPTH) return [[path, `nests deeper than ${MAX_DEPTH} levels`]]
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

const scalarText = (value: unknown, path: string, { now, describeAddresses }: RecordLayout): string => {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const name = path.slice(path.lastIndexOf('.') + 1)
  const time = TIME_FIELDS.includes(name) || name.endsWith('_at') ? timeText(value, now) : null
  if (time !== null) return time
  return describeAddresses ? hideAddresses(String(value)) : String(value)
}

/** A time as text: ISO 8601, or seconds or milliseconds since 1970; null where it is none. */
const timeText = (value: unknown, now: number | null): string | null => {
  const at =
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
      ? Date.parse(value)
      : typeof value === 'number' && value > 1e9
        ? value > 1e11
          ? value
          : value * 1_000
        : Number.NaN
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? describeTime(at, now) : null
}

/** Whatever a reader could follow: of any scheme, without one, or with the file itself in it. */
const ADDRESS = /(?:[a-z][a-z0-9+.-]*:)?\/\/[^\s/]\S*|(?:data|blob):\S+|www\.\S+/giu

/** 4: "never fetched or restated, only described in words". */
const hideAddresses = (text: string): string =>
  text.replaceAll(ADDRESS, (url) => {
    const extension = /\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''
    return `(${KINDS[extension] ?? 'a link'})`
  })

const KINDS: Readonly<Record<string, string>> = {
  jpg: 'a picture',
  jpeg: 'a picture',
  png: 'a picture',
  gif: 'a picture',
  webp: 'a picture',
  avif: 'a picture',
  mp4: 'a video',
  mov: 'a video',
  webm: 'a video',
  mp3: 'a sound',
  m4a: 'a sound',
  ogg: 'a sound',
  wav: 'a sound',
  pdf: 'a document',
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
