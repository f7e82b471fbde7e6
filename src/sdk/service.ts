import { PROGRESS_OPTION, paramsOf } from '../platform/calls/arguments.js'
import type { Method } from '../platform/calls/table.js'
import { CALL_TABLE } from '../platform/calls/table.js'
import type { Request } from '../platform/envelope.js'
import type { ErrorCode } from '../platform/error-codes.js'
import { SHARE_IMAGE_MAX_BYTES } from '../platform/limits.js'
import { utf8Bytes } from '../platform/text.js'
import { CallError } from '../rpc/call-error.js'
import { isRecord } from '../rpc/host-message.js'
import type { Requester } from '../rpc/requester.js'
import { createRequester } from '../rpc/requester.js'
import type { Environment } from './environment.js'
import { createListeners } from './listeners.js'
import { shareImage } from './share-image.js'
import { capabilityIn, hostSupports } from './support.js'

/** Makes the object that an app knows as `window.Service` (4.1). */
export const createService = (environment: Environment): ServiceMiniapp.Sdk => {
  const listeners = createListeners(environment.reportError)
  const progress = new Map<string, (data: never) => void>()

  const requester: Requester | null =
    environment.host === null
      ? null
      : createRequester({
          transport: environment.host,
          startTimer: environment.startTimer,
          idPrefix: environment.idPrefix,
          onEvent: (event, data) => {
            if (event === 'ai.progress') onProgress(data)
            listeners.emit(event, data)
          },
        })

  const onProgress = (data: unknown) => {
    const request = isRecord(data) ? data['request'] : undefined
    const listener = typeof request === 'string' ? progress.get(request) : undefined
    try {
      listener?.(data as never)
    } catch (error) {
      environment.reportError(error)
    }
  }

  /**
   * Makes a call. The host's word is taken for the result's shape: it is the host's contract, not ours to test.
   * Not an async function, so that the request leaves before the tap is over.
   */
  const call = <Result>(method: Method, params: unknown = {}, options: CallOptions = {}): Promise<Result> => {
    if (requester === null)
      return Promise.reject(
        new CallError('NO_HOST', 'Not running inside the host. Try it with the simulator: miniapp dev'),
      )
    const { gesture, timeoutMs, name } = CALL_TABLE[method]
    const request = requester.prepare(method, params)
    const asks = gesture === 'ask' && isRecord(params) && params['ask'] === true
    if ((gesture === 'tap' || asks) && options.tapped !== true && !environment.withinTap()) {
      environment.tellRefusal({ refused: 'NEEDS_TAP', request: { ...request, params: asJson(params) } })
      return Promise.reject(
        new CallError('NEEDS_TAP', `Call Service.${name}() directly in a tap, click or key-down handler.`),
      )
    }
    const unfit = whyNotJson(params)
    if (unfit !== null)
      return Promise.reject(
        new CallError('INVALID', `The parameters of Service.${name}() are no JSON: ${unfit}`),
      )
    const waitMs = asks ? null : timeoutMs
    if (waitMs === null && isDropped(method, request)) {
      // It goes out all the same, so that the host's log tells what was dropped.
      environment.host?.send({ ...request, params: asJson(params) })
      return Promise.reject(
        new CallError(
          codeOfDropped(request),
          `The parameters of Service.${name}() are too large; the host drops such a request.`,
        ),
      )
    }
    if (options.onProgress === undefined) return requester.send(request, waitMs) as Promise<Result>
    progress.set(request.id, options.onProgress)
    const done = () => {
      progress.delete(request.id)
    }
    const answer = requester.send(request, waitMs) as Promise<Result>
    answer.then(done, done)
    return answer
  }

  /** An AI call: `onProgress` stays here, the rest goes to the host. */
  const aiCall = <Result>(method: Method, options: unknown): Promise<Result> => {
    if (!isRecord(options)) return call(method, options)
    const { [PROGRESS_OPTION]: listener, ...params } = options
    return call(method, params, typeof listener === 'function' ? { onProgress: listener as () => void } : {})
  }

  const share = (content: unknown): Promise<Record<string, never>> => {
    if (!isRecord(content) || requester === null || !environment.withinTap()) return call('share', content)
    let image: unknown
    try {
      image = shareImage(content['image'])
    } catch (error) {
      return Promise.reject(error)
    }
    if (image === null || image === undefined) return call('share', { ...content, image: undefined })
    if (!isThenable(image)) return call('share', { ...content, image })
    return image.then((url) => call('share', { ...content, image: url }, { tapped: true }))
  }

  let pendingContext: Promise<unknown> | null = null
  /** The context for what is derived from it (4.1): whoever asks while it is on its way gets the same answer. */
  const sharedContext = (): Promise<unknown> => {
    if (pendingContext !== null) return pendingContext
    const answer = call<unknown>('getContext')
    pendingContext = answer
    const done = () => {
      pendingContext = null
    }
    answer.then(done, done)
    return answer
  }

  return {
    ready: () => call('ready'),
    getContext: () => call('getContext'),
    capability: (name) =>
      sharedContext().then(
        (context) => capabilityIn(context, name),
        () => capabilityIn(undefined, name),
      ),
    supports: (name) => sharedContext().then((context) => hostSupports(context, name)),
    storage: {
      get: (key) =>
        call('storage.get', paramsOf('storage.get', [key])).then(
          (result) => unwrap(result, 'value') as string | null,
        ),
      set: (key, value) => call('storage.set', paramsOf('storage.set', [key, value])).then(() => true),
      remove: (key) => call('storage.remove', paramsOf('storage.remove', [key])).then(() => true),
      keys: () => call('storage.keys').then((result) => unwrap(result, 'keys') as string[]),
    },
    pay: (options) => call('pay', options),
    getPurchases: () => call('getPurchases'),
    consume: (purchase) => call('consume', paramsOf('consume', [purchase])),
    share,
    pickImage: (options) => call('pickImage', options),
    pickVideo: (options) => call('pickVideo', options),
    getNickname: (options) => call('getNickname', options),
    db: {
      set: (key, value, options) => call('db.set', paramsOf('db.set', [key, value, options])),
      get: (key, options) =>
        call('db.get', paramsOf('db.get', [key, options])).then(
          (result) => unwrap(result, 'record') as ServiceMiniapp.SharedRecord | null,
        ),
      list: (key, options) => call('db.list', paramsOf('db.list', [key, options])),
      remove: (key) => call('db.remove', paramsOf('db.remove', [key])).then(() => true),
      usage: () => call('db.usage'),
    },
    multiplayer: {
      host: (options) => call('mp.host', options),
      join: (options) => call('mp.join', options),
      list: () =>
        call('mp.list').then((result) => unwrap(result, 'matches') as ServiceMiniapp.MatchListEntry[]),
      send: (data, options) => call('mp.send', paramsOf('mp.send', [data, options])),
      leave: () => call('mp.leave'),
      on: (event, listener) => listeners.add(`mp.${event}`, listener),
      off: (event, listener) => listeners.remove(`mp.${event}`, listener),
    },
    ai: {
      image: { generate: (options) => aiCall('ai.image.generate', options) },
      audio: { generate: (options) => aiCall('ai.audio.generate', options) },
      ask: (options) => aiCall('ai.ask', options),
      cancel: () => call('ai.cancel'),
    },
    close: () => call('close'),
    on: (event, listener) => listeners.add(event, listener),
    off: (event, listener) => listeners.remove(event, listener),
  }
}

interface CallOptions {
  /** The tap was judged already, before something had to be waited for. */
  readonly tapped?: boolean
  readonly onProgress?: (data: never) => void
}

/** Takes the value out of the object that the protocol wraps it in (4.1); a bare value is taken as it is. */
const unwrap = (result: unknown, field: string): unknown =>
  isRecord(result) && field in result ? result[field] : result

/** Whether it can be waited for. The app may have put another class in the place of the browser's promises. */
const isThenable = (value: unknown): value is Promise<unknown> =>
  isRecord(value) && typeof value['then'] === 'function'

/** Whether the host drops a request for its size (4): a call that waits as long as the person takes would wait for ever. */
const isDropped = (method: Method, request: Request): boolean =>
  utf8Bytes(JSON.stringify(request)) > CALL_TABLE[method].maxRequestBytes

/** What the host would have said to a request that it drops (7). */
const codeOfDropped = ({ method, params }: Request): ErrorCode => {
  if (method !== 'share' || !isRecord(params)) return 'INVALID'
  const { image, text } = params
  if (typeof image === 'string' && image.length > SHARE_IMAGE_MAX_CHARACTERS) return 'IMAGE_TOO_LARGE'
  return typeof text === 'string' ? 'INVALID_TEXT' : 'INVALID'
}

/** The largest picture as a data URL in base64, its longest head included (4.4). */
const SHARE_IMAGE_MAX_CHARACTERS = 'data:image/jpeg;base64,'.length + (SHARE_IMAGE_MAX_BYTES / 3) * 4

/** The parameters as far as they can be shown: a canvas, say, cannot be posted. */
const asJson = (params: unknown): unknown =>
  whyNotJson(params) === null ? JSON.parse(JSON.stringify(params)) : null

/** The host reads requests as JSON and drops what has none; say so instead of leaving the app without an answer. */
const whyNotJson = (params: unknown): string | null => {
  try {
    return JSON.stringify(params) === undefined ? `a ${typeof params} has none` : null
  } catch (error) {
    return String(error)
  }
}
