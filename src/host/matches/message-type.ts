import { isJsonObject } from '../../platform/text.js'
import type { Change } from './timeline-entry.js'

/** Fields whose text says what a message is. */
export const NAME_FIELDS = ['type', 't', 'kind', 'k', 'event', 'e', 'action', 'a', 'op', 'cmd', 'name', 'msg']

/** What a message is, in a few words: the text that names it, or its fields. */
export const messageType = (message: unknown): string => {
  const [first] = Array.isArray(message) ? (message as readonly unknown[]) : []
  if (typeof first === 'string') return shortened(first)
  if (Array.isArray(message)) return 'array'
  if (message === null) return 'null'
  if (!isJsonObject(message)) return typeof message
  for (const field of NAME_FIELDS) {
    const name = Object.hasOwn(message, field) ? message[field] : undefined
    if (typeof name === 'string' && name !== '') return shortened(name)
  }
  const fields = Object.keys(message)
  return fields.length === 0 ? '{}' : `{ ${shortened(fields.join(', '))} }`
}

const MOST_CHARACTERS = 40

const shortened = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text

/** What differs between two messages, place by place; at most `most` places. */
export const messageChanges = (before: unknown, after: unknown, most = MOST_CHANGES): readonly Change[] => {
  const changes: Change[] = []
  const compare = (path: string, left: unknown, right: unknown): void => {
    if (changes.length >= most || Object.is(left, right)) return
    if (Array.isArray(left) && Array.isArray(right)) {
      for (let index = 0; index < Math.max(left.length, right.length); index++) {
        const place = `${path}[${index}]`
        if (index >= right.length) add({ path: place, before: left[index] })
        else if (index >= left.length) add({ path: place, after: right[index] })
        else compare(place, left[index], right[index])
      }
    } else if (isJsonObject(left) && isJsonObject(right)) {
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
        const place = placeOf(path, key)
        if (!Object.hasOwn(right, key)) add({ path: place, before: left[key] })
        else if (!Object.hasOwn(left, key)) add({ path: place, after: right[key] })
        else compare(place, left[key], right[key])
      }
    } else add({ path, before: left, after: right })
  }
  const add = (change: Change): void => {
    if (changes.length < most) changes.push(change)
  }
  compare('', before, after)
  return changes
}

/** More than a message of 1,024 bytes usually has. */
const MOST_CHANGES = 200

const placeOf = (path: string, key: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(key) ? (path === '' ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`
