import { Failure, systemErrorCode } from '../failure.js'
import { hideSecrets, secretsOf } from './hidden-secrets.js'
import { isPrivateTransport, parseUrl } from './server-address.js'

/**
 * What is needed of whatever makes requests. It follows no redirects, and asks for the next part of a streamed body
 * only when it is done with the last: parts are reused.
 */
export type Fetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | AsyncIterable<Uint8Array> | null
    readonly signal: AbortSignal
  },
) => Promise<{
  readonly status: number
  readonly headers: Iterable<[string, string]>
  readonly body: AsyncIterable<Uint8Array> | null
}>

/** A body that is made while it is sent, anew for every attempt. */
export interface StreamedBody {
  readonly byteLength: number
  readonly open: () => AsyncIterable<Uint8Array>
}

interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | StreamedBody
  readonly signal: AbortSignal
}

/** A whole answer, read within bounds; the secrets of the request are hidden in it, since parts of it are shown. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

export interface HttpBounds {
  /** From the last byte sent to the last received, and between two parts of a streamed body. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

const DEFAULT_BOUNDS: HttpBounds = { timeoutMs: 30_000, maxBytes: 8 * 1_048_576 }

/** Why no whole answer came. */
export type NoAnswerReason = 'unreachable' | 'redirected' | 'broken' | 'timeout' | 'too-large'

/** No whole answer came. */
export class NoAnswer extends Failure {
  readonly reason: NoAnswerReason

  constructor(reason: NoAnswerReason, message: string, remedy: string, cause?: unknown) {
    super('network', message, remedy, cause)
    this.reason = reason
  }

  /** Whether the request may have done its work all the same: what publishes must then not be sent again by itself. */
  get maybeDone(): boolean {
    return this.reason === 'broken' || this.reason === 'timeout' || this.reason === 'too-large'
  }

  /** Whether the network is to blame, so that asking again later may help. */
  get passing(): boolean {
    return this.reason === 'unreachable' || this.reason === 'broken' || this.reason === 'timeout'
  }
}

export type BoundedFetch = (request: HttpRequest) => Promise<HttpAnswer>

/**
 * Makes requests that carry credentials: to https or this machine alone, without following redirects (the token
 * would go with them), and with bounds on time and size.
 */
export const boundedFetch =
  (fetch: Fetch, bounds: HttpBounds = DEFAULT_BOUNDS): BoundedFetch =>
  async ({ method, url, headers = {}, body, signal }) => {
    const parsed = parseUrl(url)
    if (parsed === null || !isPrivateTransport(parsed))
      throw new Failure(
        'network',
        `The service names the address ${url}, to which no credentials may be sent: it is neither https nor on this machine.`,
        'Check the address of the service with its operator.',
      )
    const place = parsed.origin
    const secrets = secretsOf(headers, body)
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), bounds.timeoutMs)
    const isStreamed = typeof body === 'object'
    const either = AbortSignal.any([signal, deadline.signal])
    try {
      const response = await fetch(url, {
        method,
        headers: isStreamed ? { ...headers, 'content-length': String(body.byteLength) } : headers,
        // Every part that is taken shows that the connection lives.
        body: isStreamed ? eachPart(body.open(), () => timer.refresh()) : (body ?? null),
        signal: either,
      })
      const answerHeaders = new Map([...response.headers].map(([name, value]) => [name.toLowerCase(), value]))
      if (response.status >= 300 && response.status < 400) {
        deadline.abort()
        throw new NoAnswer(
          'redirected',
          `${place} answered with a redirect to ${hideSecrets(answerHeaders.get('location') ?? 'nowhere', secrets)}, which is not followed: your token would go there too.`,
          'Give --base-url the address of the service itself.',
        )
      }
      const text = await readBounded(response.body, bounds.maxBytes, place)
      // A refresh may give the very token again that it was given (RFC 6749, 6): what gives tokens stays as it is.
      const gives = response.status === 200 && headers['authorization'] === undefined
      return {
        status: response.status,
        headers: answerHeaders,
        text: gives ? text : hideSecrets(text, secrets),
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      // A streamed body that fails says why; fetch wraps it.
      if (error instanceof Error && error.cause instanceof Failure) throw error.cause
      if (error instanceof Failure) {
        // What was not read of an answer must not hold the connection open.
        deadline.abort()
        throw error
      }
      if (deadline.signal.aborted)
        throw new NoAnswer(
          'timeout',
          `${place} gave no whole answer within ${Math.round(bounds.timeoutMs / 1_000)} seconds.`,
          'Check your connection and try again later.',
          error,
        )
      throw connectionFailure(place, error)
    } finally {
      clearTimeout(timer)
    }
  }

async function* eachPart(parts: AsyncIterable<Uint8Array>, onPart: () => void): AsyncIterable<Uint8Array> {
  for await (const part of parts) {
    onPart()
    yield part
  }
}

const readBounded = async (
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  place: string,
): Promise<string> => {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes)
      throw new NoAnswer(
        'too-large',
        `${place} answered with more than ${Math.round(maxBytes / 1_048_576)} MB; the answer was cut off.`,
        'Check that --base-url is the address of the service.',
      )
    chunks.push(chunk)
  }
  // Some servers begin with a byte order mark, which this drops.
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Failures before a connection stood: nothing can have been sent. */
const NOT_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'the network is down',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by nobody but itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody that this machine trusts',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by nobody that this machine trusts',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https',
}

const connectionFailure = (place: string, error: unknown): NoAnswer => {
  const code = rootCode(error)
  const reason = code === undefined ? undefined : NOT_SENT[code]
  if (reason !== undefined)
    return new NoAnswer(
      'unreachable',
      `Cannot reach ${place}: ${reason}.`,
      'Check the address and your connection.',
      error,
    )
  return new NoAnswer(
    'broken',
    `The connection to ${place} broke before its answer was whole.`,
    'Check your connection and try again.',
    error,
  )
}

/** The system's code of the innermost cause: fetch wraps it, and several addresses are wrapped in one error. */
const rootCode = (error: unknown): string | undefined => {
  const own = systemErrorCode(error)
  if (own !== undefined && own !== '') return own
  if (error instanceof AggregateError) return error.errors.map(rootCode).find((code) => code !== undefined)
  return error instanceof Error ? rootCode(error.cause) : undefined
}
