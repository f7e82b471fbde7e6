import type { Method } from './table.js'

/** Stands for the object whose fields become parameters of their own. */
export const OPTIONS = '…'

/** What each argument of an SDK call becomes in the request's parameters (4.1), in the order of the arguments. */
export const CALL_ARGUMENTS = {
  ready: [],
  getContext: [],
  'storage.get': ['key'],
  'storage.set': ['key', 'value'],
  'storage.remove': ['key'],
  'storage.keys': [],
  pay: [OPTIONS],
  getPurchases: [],
  consume: ['purchase'],
  share: [OPTIONS],
  pickImage: [OPTIONS],
  pickVideo: [OPTIONS],
  getNickname: [OPTIONS],
  'db.set': ['key', 'value', OPTIONS],
  'db.get': ['key', OPTIONS],
  'db.list': ['key', OPTIONS],
  'db.remove': ['key'],
  'db.usage': [],
  'mp.host': [OPTIONS],
  'mp.join': [OPTIONS],
  'mp.list': [],
  'mp.send': ['data', OPTIONS],
  'mp.leave': [],
  'ai.image.generate': [OPTIONS],
  'ai.audio.generate': [OPTIONS],
  'ai.ask': [OPTIONS],
  'ai.cancel': [],
  close: [],
} as const satisfies Record<Method, readonly string[]>

/** The option of AI calls that the SDK keeps to itself: a function that hears of `ai.progress` (4.1). */
export const PROGRESS_OPTION = 'onProgress'

/** Whether a call takes `onProgress`. */
export const tellsProgress = (method: Method): boolean =>
  method === 'ai.image.generate' || method === 'ai.audio.generate' || method === 'ai.ask'

/**
 * The parameters of a request, from the arguments of the SDK's call. An argument of its own always wins over an
 * option of the same name.
 */
export const paramsOf = (method: Method, values: readonly unknown[]): unknown => {
  const names: readonly string[] = CALL_ARGUMENTS[method]
  const options = values[names.indexOf(OPTIONS)]
  // Options and nothing else go as they are: the host says what is wrong with a text.
  if (names[0] === OPTIONS) return options
  const params: Record<string, unknown> = typeof options === 'object' ? { ...options } : {}
  for (const [index, name] of names.entries()) if (name !== OPTIONS) params[name] = values[index]
  return params
}
