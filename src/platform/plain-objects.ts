import { parseJson } from './text.js'

/** An object without the fields that are undefined. */
export const withoutUndefined = <T extends object>(
  value: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T

/** Whether two values are the same. Fields may be in another order. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [left, right] = [Object.entries(a), Object.entries(b)]
  return left.length === right.length && left.every(([key, value]) => isSame(value, Reflect.get(b, key)))
}

/** The fields of an object; none for any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The fields of a JSON object; none for anything else, or for what does not parse. */
export const jsonObject = (text: string): Readonly<Record<string, unknown>> =>
  fieldsOf(parseJson(text.replace(/^\ufeff/, '')))
