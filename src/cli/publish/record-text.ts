import { capitalised, isJsonObject, type JsonObject } from '../../platform/text.js'
import { safeLine, safeText } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import { textWidth, wrapText } from '../../terminal/wrap-text.js'
import {
  ACTIONS,
  APP_FIELDS,
  AUTHOR_FIELDS,
  BODY_FIELDS,
  HANDLE_FIELDS,
  HASHTAG_FIELDS,
  handleIn,
  isCounts,
  isPlainList,
  isSilent,
  MEDIA_FIELDS,
  MEMBERS_FIELDS,
  nameIn,
  RATING_FIELDS,
  STATS_FIELDS,
  SUBJECT_FIELDS,
  TIME_FIELDS,
  withoutName,
} from './entry-fields.js'
import { flatten, scalarText, timeText, type ValueLayout } from './flat-fields.js'

/**
 * Lays out the answer of a read as people read posts: who and when, the text, media and links below, then small
 * facts. Other fields follow with their names, so that nothing is hidden but what says nothing. The content is
 * untrusted and is made safe.
 */
export interface RecordLayout extends ValueLayout {
  readonly styles: Styles
  /** The width in columns; infinite if the text is not for a terminal. */
  readonly columns: number
}

/** Longer lines are hard to read. */
const MAX_COLUMNS = 100

/** The answer of a read as text, ending in a line break. */
export const describeDocument = (document: unknown, given: RecordLayout): string => {
  const layout = {
    ...given,
    columns: Number.isFinite(given.columns) ? Math.min(given.columns, MAX_COLUMNS) : given.columns,
  }
  const blocks = blocksOf(document, layout).filter((block) => block !== '')
  return blocks.length === 0 ? `${layout.styles.dim('No entries.')}\n` : `${blocks.join('\n\n')}\n`
}

/** One block per entry of a list; an object that contains lists shows their entries, then its other fields. */
const blocksOf = (document: unknown, layout: RecordLayout): readonly string[] => {
  if (Array.isArray(document)) return document.map((entry) => describeEntry(entry, layout))
  if (!isJsonObject(document)) return [describeEntry(document, layout)]
  const lists = Object.entries(document).filter(
    ([, value]) => Array.isArray(value) && value.every(isJsonObject),
  ) as readonly (readonly [string, readonly JsonObject[]])[]
  if (lists.length === 0) return [describeEntry(document, layout)]
  const rest = Object.fromEntries(
    Object.entries(document).filter(([key]) => !lists.some(([name]) => name === key) && key !== 'has_more'),
  )
  return [
    ...lists.flatMap(([, entries]) => entries.map((entry) => describeEntry(entry, layout))),
    describeEntry(rest, layout),
    describeMore(document['has_more'], layout),
  ]
}

/** 2.1: whether the feed goes on; only the limit reaches further (4, "Gaps"). */
const describeMore = (hasMore: unknown, layout: RecordLayout): string => {
  if (hasMore === true) return layout.styles.dim('There is more: raise --limit, up to 50.')
  return hasMore === false || isSilent(hasMore) ? '' : describeEntry({ has_more: hasMore }, layout)
}

const describeEntry = (entry: unknown, layout: RecordLayout): string => {
  if (Array.isArray(entry))
    return entry
      .flatMap((item, index) => flatten(String(index + 1), item, layout))
      .flatMap((field) => fieldLines(field, layout))
      .join('\n')
  if (!isJsonObject(entry)) return wrapped(scalarText(entry, '', layout), layout)
  return new Entry(entry, layout).describe()
}

/** An entry, and which of its fields are shown by now. */
class Entry {
  readonly #entry: JsonObject
  readonly #layout: RecordLayout
  readonly #shown = new Set<string>()

  constructor(entry: JsonObject, layout: RecordLayout) {
    this.#entry = entry
    this.#layout = layout
  }

  describe(): string {
    const layout = this.#layout
    const { dim } = layout.styles
    const heading = this.#heading()
    const body = this.#take(BODY_FIELDS, textOf)
    const media = this.#takeAll(MEDIA_FIELDS, isPlainList)
    const hashtags = this.#take(HASHTAG_FIELDS, listIn)
    const members = this.#take(MEMBERS_FIELDS, listIn)
    const facts = this.#facts()
    return [
      ...(heading === '' ? [] : [heading]),
      ...(members === null ? [] : this.#lines(`with ${members.join(', ')}`)),
      ...(body === null ? [] : this.#lines(body)),
      ...media.flat().map((item) => this.#medium(String(item))),
      ...(hashtags === null ? [] : this.#lines(hashtags.map(withHash).join(' ')).map(dim)),
      ...facts.map(dim),
      ...this.#rest().flatMap((field) => fieldLines(field, layout)),
    ].join('\n')
  }

  /** Who did what, and when; for an entry without an author, its kind or its ID. */
  #heading(): string {
    const { bold, dim } = this.#layout.styles
    const person = this.#take(AUTHOR_FIELDS, (value) => (nameIn(value) === null ? null : value))
    const name = nameIn(person)
    const kind = this.#take(['type'], textOf)
    const action = kind !== null && Object.hasOwn(ACTIONS, kind) ? (ACTIONS[kind] ?? null) : null
    if (kind !== null && (name === null ? !/^[a-z]+(?:_[a-z]+)*$/.test(kind) : action === null))
      this.#shown.delete('type')
    const title =
      name !== null
        ? [bold(safeLine(name)), this.#handle(person), action].filter((part) => part !== null).join(' ')
        : this.#shown.has('type') && kind !== null
          ? bold(humanized(kind))
          : null
    const time = this.#take(TIME_FIELDS, (value) => timeText(value, this.#layout))
    const hasText = BODY_FIELDS.some((field) => textOf(this.#entry[field]) !== null)
    const isShort = !hasText && (title === null || time === null)
    const id = isShort ? this.#take(['id'], plainOf) : null
    const parts = [title, id === null ? null : bold(safeLine(id)), time === null ? null : dim(safeLine(time))]
    return joined(
      parts.filter((part) => part !== null),
      this.#layout,
    ).join('\n')
  }

  /** The handle of an author, or of a profile, which is a person itself. */
  #handle(person: unknown): string | null {
    const { dim } = this.#layout.styles
    const handle = handleIn(person)?.handle ?? null
    if (handle !== null) return dim(safeLine(handle))
    const own = isJsonObject(person) ? null : this.#take(HANDLE_FIELDS, textOf)
    return own === null ? null : dim(safeLine(`@${own}`))
  }

  /** Small facts in one line: ID, a rating that is not for everyone, the app, counts. */
  #facts(): readonly string[] {
    const id = this.#take(['id'], plainOf)
    const subject = this.#take(SUBJECT_FIELDS, plainOf)
    const rating = this.#take(RATING_FIELDS, textOf)
    const app = this.#take(APP_FIELDS, textOf)
    const stats = this.#take(STATS_FIELDS, (value) => (isCounts(value) ? value : null))
    const facts = [
      ...(id === null ? [] : [id]),
      ...(subject === null ? [] : [`→ ${subject}`]),
      ...(rating === null || rating === 'sfw' ? [] : [rating]),
      ...(app === null ? [] : [`via ${app}`]),
      ...Object.entries(stats ?? {}).map(([name, count]) => `${count} ${humanized(name).toLowerCase()}`),
    ]
    return joined(facts.map(safeLine), this.#layout)
  }

  /** An author object has more than a name: its other fields are listed too. */
  #rest(): readonly (readonly [string, string])[] {
    return Object.entries(this.#entry).flatMap(([key, value]) =>
      this.#shown.has(key)
        ? isJsonObject(value) && AUTHOR_FIELDS.includes(key)
          ? flatten(key, withoutName(value), this.#layout)
          : []
        : flatten(key, value, this.#layout),
    )
  }

  #medium(text: string): string {
    const { cyan, dim } = this.#layout.styles
    const shown = safeLine(text)
    return `${dim('▪')} ${/^https?:\/\//.test(shown) ? cyan(shown) : shown}`
  }

  #lines(text: string): readonly string[] {
    return wrapped(text, this.#layout).split('\n')
  }

  /** The first of some fields that can be read so; it is not listed again. */
  #take<Value>(names: readonly string[], read: (value: unknown) => Value | null): Value | null {
    for (const name of names) {
      const value = this.#own(name)
      const taken = value === undefined ? null : read(value)
      if (taken === null) continue
      this.#shown.add(name)
      return taken
    }
    return null
  }

  #takeAll<Value>(names: readonly string[], fits: (value: unknown) => value is Value): readonly Value[] {
    const taken: Value[] = []
    for (const name of names) {
      const value = this.#own(name)
      if (!fits(value)) continue
      this.#shown.add(name)
      taken.push(value)
    }
    return taken
  }

  #own(name: string): unknown {
    return Object.hasOwn(this.#entry, name) && !this.#shown.has(name) ? this.#entry[name] : undefined
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const listIn = (value: unknown): readonly (string | number)[] | null =>
  isPlainList(value) && value.length > 0 ? value : null

const plainOf = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null

const withHash = (tag: string | number): string => (String(tag).startsWith('#') ? String(tag) : `#${tag}`)

/** `mini_app_held` as people write it. */
const humanized = (name: string): string => {
  const words = safeLine(name.replaceAll('_', ' '))
  return capitalised(words)
}

/** Safe parts joined by dots, in as few lines as they fit into; a part stays in one line. */
const joined = (parts: readonly string[], { columns }: RecordLayout): readonly string[] => {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    const longer = last === undefined ? part : `${last} · ${part}`
    if (last !== undefined && textWidth(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines
}

/** Untrusted text, safe and wrapped. */
const wrapped = (text: string, { columns }: RecordLayout): string =>
  wrapText(safeText(text), columns).join('\n')

/** A field with its name; further lines of a long value are indented. */
const fieldLines = (
  [key, value]: readonly [string, string],
  { columns, styles }: RecordLayout,
): readonly string[] => {
  const name = `${safeLine(key)}:`
  const indent = '  '
  const [first = '', ...more] = wrapText(`${name} ${safeLine(value)}`, columns - indent.length)
  // The name is longer than a line in columns this narrow.
  const styled = first.startsWith(name) ? `${styles.dim(name)}${first.slice(name.length)}` : first
  return [styled, ...more.map((line) => `${indent}${line}`)]
}
