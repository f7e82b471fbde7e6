import { OPTIONS } from './definition.js'
import { CALL_TABLE, type Method } from './table.js'

/** The option of AI calls that the SDK keeps to itself: a function that hears of `ai.progress` (4.1). */
export const PROGRESS_OPTION = 'onProgress'

/**
 * The parameters of a request, from the arguments of the SDK's call. An argument of its own always wins over an
 * option of the same name.
 */
export const paramsOf = (method: Method, values: readonly unknown[]): unknown => {
  const names: readonly string[] = CALL_TABLE[method].arguments
  const options = values[names.indexOf(OPTIONS)]
  // Options and nothing else go as they are: the host says what is wrong with a text.
  if (names[0] === OPTIONS) return options
  const params: Record<string, unknown> = typeof options === 'object' ? { ...options } : {}
  for (const [index, name] of names.entries()) if (name !== OPTIONS) params[name] = values[index]
  return params
}
