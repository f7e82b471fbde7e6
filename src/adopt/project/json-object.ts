import { parseJson } from '../../platform/text.js'

/** The fields of an object; none for any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The fields of a JSON object; none for anything else, or for what does not parse. */
export const jsonObject = (text: string): Readonly<Record<string, unknown>> =>
  fieldsOf(parseJson(text.replace(/^\ufeff/, '')))
