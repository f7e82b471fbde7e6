import type { Method } from '../platform/calls/table.js'
import type { Request } from '../platform/envelope.js'
import type { ErrorCode } from '../platform/error-codes.js'
import { describeNotJson, jsonForm, textOf } from '../platform/json-form.js'
import { utf8Bytes } from '../platform/text.js'
import type { Refusal } from '../rpc/call-notice.js'
import { isRecord } from '../rpc/host-message.js'
import type { Requester } from '../rpc/requester.js'
import { asCallError, CallError, createRequester } from '../rpc/requester.js'
import { PROGRESS_OPTION, SHARE_IMAGE_MAX_CHARACTERS } from './call-facts.js'
import { factsOf, paramsOf } from './calls.js'
import type { Environment } from './environment.js'
import { createListeners } from './listeners.js'
import { shareImage } from './share-image.js'
import { capabilityIn, hostSupports } from './support.js'

/** Creates the object that apps use as `window.Service` (4.1). */
export const createService = (environment: Environment): ServiceMiniapp.Sdk => {
  const listeners = createListeners(environment.reportError)
  const progress = new Map<string, (data: never) => void>()

  const requester: Requester | null =
    environment.host === null
      ? null
      : createRequester({
          transport: reportingTransport(environment.host, environment.reportRefusal),
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
   * Makes a call with the arguments that the app gave. The result's shape is not checked: the host guarantees it.
   * Not an async function, so that the request leaves before the tap is over.
   */
  const call = <Result>(
    method: Method,
    values: readonly unknown[] = [],
    options: CallOptions = {},
  ): Promise<Result> => coded(() => made(method, values, options))

  const made = <Result>(
    method: Method,
    values: readonly unknown[],
    options: CallOptions,
  ): Promise<Result> => {
    if (requester === null)
      throw new CallError(
        'NO_HOST',
        'This page is not running inside a host. Run it in the simulator: miniapp dev',
      )
    const { gesture, timeoutMs, name } = factsOf(method)
    const shown = `Service.${name}()`
    const params = paramsOf(method, values)
    const request = requester.prepare(method, params)
    environment.noticeCall?.(request.id, new Error().stack)
    const { value, notJson } = jsonForm(params)
    const refuse = (code: Refusal['refused'], message: string): Promise<never> => {
      environment.reportRefusal({ refused: code, request: { ...request, params: value }, notJson })
      return Promise.reject(new CallError(code, message))
    }
    const asks = gesture === 'ask' && isRecord(params) && params['ask'] === true
    if ((gesture === 'tap' || asks) && options.tapped !== true && !environment.withinTap())
      return refuse('NEEDS_TAP', `Call ${shown} directly in a tap, click or key-down handler.`)
    // As hosts would answer. What the browser cannot post, such as a function, would never reach them.
    if (notJson.length > 0)
      return refuse('INVALID', `Bad parameters for ${shown}: ${describeNotJson(notJson)}.`)
    const waitMs = asks ? null : timeoutMs
    if (waitMs === null && isDropped(method, request)) {
      // Sent anyway, so that the host's log shows what was dropped.
      environment.host?.send({ ...request, params: value })
      return Promise.reject(
        new CallError(
          codeOfDropped(request),
          `The parameters of ${shown} are too large. The host drops such requests.`,
        ),
      )
    }
    if (options.onProgress === undefined) return requester.send(request, waitMs, shown) as Promise<Result>
    progress.set(request.id, options.onProgress)
    const done = () => {
      progress.delete(request.id)
    }
    const answer = requester.send(request, waitMs, shown) as Promise<Result>
    answer.then(done, done)
    return answer
  }

  /** An AI call: `onProgress` stays here, the other options go to the host. */
  const aiCall = <Result>(method: Method, options: unknown): Promise<Result> =>
    coded(() => {
      if (!isRecord(options)) return call(method, [options])
      const { [PROGRESS_OPTION]: listener, ...params } = options
      return call(
        method,
        [params],
        typeof listener === 'function' ? { onProgress: listener as () => void } : {},
      )
    })

  const share = (content: unknown): Promise<Record<string, never>> =>
    coded(() => {
      if (!isRecord(content) || requester === null || !environment.withinTap())
        return call('share', [content])
      const image = shareImage(content['image'])
      if (image === null || image === undefined) return call('share', [{ ...content, image: undefined }])
      if (!isThenable(image)) return call('share', [{ ...content, image }])
      return image.then(
        (url) => call('share', [{ ...content, image: url }], { tapped: true }),
        (error: unknown) => {
          throw asCallError(error)
        },
      )
    })

  let pendingContext: Promise<unknown> | null = null
  /** The context for calls derived from it (4.1). Calls made while it is being fetched share one request. */
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
      get: (key) => call('storage.get', [key]).then((result) => unwrap(result, 'value') as string | null),
      set: (key, value) => call('storage.set', [key, value]).then(() => true),
      remove: (key) => call('storage.remove', [key]).then(() => true),
      keys: () => call('storage.keys').then((result) => unwrap(result, 'keys') as string[]),
    },
    pay: (options) => call('pay', [options]),
    getPurchases: () => call('getPurchases'),
    consume: (purchase) => call('consume', [purchase]),
    share,
    pickImage: (options) => call('pickImage', [options]),
    pickVideo: (options) => call('pickVideo', [options]),
    getNickname: (options) => call('getNickname', [options]),
    db: {
      set: (key, value, options) => call('db.set', [key, value, options]),
      get: (key, options) =>
        call('db.get', [key, options]).then(
          (result) => unwrap(result, 'record') as ServiceMiniapp.SharedRecord | null,
        ),
      list: (key, options) => call('db.list', [key, options]),
      remove: (key) => call('db.remove', [key]).then(() => true),
      usage: () => call('db.usage'),
    },
    multiplayer: {
      host: (options) => call('mp.host', [options]),
      join: (options) => call('mp.join', [options]),
      list: () =>
        call('mp.list').then((result) => unwrap(result, 'matches') as ServiceMiniapp.MatchListEntry[]),
      send: (data, options) => call('mp.send', [data, options]),
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

/** Makes a call. What reading the app's values throws, such as a getter, becomes an error with a code (4). */
const coded = <Result>(make: () => Promise<Result>): Promise<Result> => {
  try {
    return make()
  } catch (error) {
    return Promise.reject(asCallError(error))
  }
}

/** A channel that reports what it cannot carry, such as a Proxy, so that the simulator's log has the call. */
const reportingTransport = (
  host: NonNullable<Environment['host']>,
  report: Environment['reportRefusal'],
): NonNullable<Environment['host']> => ({
  ...host,
  send: (request) => {
    try {
      host.send(request)
    } catch (error) {
      const notJson = [{ path: '', is: `not something that a message carries (${textOf(error)})` }]
      report({ refused: 'INVALID', request: { ...(request as Request), params: null }, notJson })
      throw error
    }
  },
})

interface CallOptions {
  /** The tap was already checked, before the call had to wait for something. */
  readonly tapped?: boolean
  readonly onProgress?: (data: never) => void
}

/** Takes the value out of the object that the protocol wraps it in (4.1). A bare value is returned as it is. */
const unwrap = (result: unknown, field: string): unknown =>
  isRecord(result) && field in result ? result[field] : result

/** Whether the value can be awaited. The app may have replaced the browser's Promise class. */
const isThenable = (value: unknown): value is Promise<unknown> =>
  isRecord(value) && typeof value['then'] === 'function'

/** Whether the host drops a request for its size (4). A call without a time limit would then wait forever. */
const isDropped = (method: Method, request: Request): boolean =>
  utf8Bytes(JSON.stringify(request)) > factsOf(method).maxRequestBytes

/** The code that the host would give for a request that it drops (7). */
const codeOfDropped = ({ method, params }: Request): ErrorCode => {
  if (method !== 'share' || !isRecord(params)) return 'INVALID'
  const { image, text } = params
  if (typeof image === 'string' && image.length > SHARE_IMAGE_MAX_CHARACTERS) return 'IMAGE_TOO_LARGE'
  return typeof text === 'string' ? 'INVALID_TEXT' : 'INVALID'
}
