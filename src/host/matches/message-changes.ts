import { isObject } from './message-type.js'
import type { Change } from './timeline-entry.js'

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
    } else if (isObject(left) && isObject(right)) {
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
