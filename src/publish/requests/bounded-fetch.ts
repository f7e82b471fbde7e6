import { Failure, systemErrorCode } from '../../failure.js'
import { isPrivateTransport, parseUrl } from './server-address.js'

/** The methods of requests. */
export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type HttpMethod = (typeof HTTP_METHODS)[number]

/**
 * The underlying request function. It must not follow redirects, and must finish with a part of a streamed
 * body before it requests the next: parts are reused.
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

/** A body produced while it is sent, again for every attempt. */
export interface StreamedBody {
  readonly byteLength: number
  readonly open: () => AsyncIterable<Uint8Array>
}

interface HttpRequest {
  readonly method: HttpMethod
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | StreamedBody
  /** How long to wait for the complete answer after the last byte is sent; `HttpBounds.timeoutMs` if omitted. */
  readonly answerTimeoutMs?: number
  readonly signal: AbortSignal
}

/** A complete answer, read within bounds. The request's secrets are hidden in it, since parts of it are shown. */
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

/** Why there is no complete answer. */
export type NoAnswerReason = 'unreachable' | 'redirected' | 'broken' | 'timeout' | 'too-large'

/** There is no complete answer. */
export class NoAnswer extends Failure {
  readonly reason: NoAnswerReason

  constructor(reason: NoAnswerReason, message: string, remedy: string, cause?: unknown) {
    super('network', message, remedy, cause)
    this.reason = reason
  }

  /** Whether the request may have been processed: a publishing call must then not be retried automatically. */
  get maybeDone(): boolean {
    return this.reason === 'broken' || this.reason === 'timeout' || this.reason === 'too-large'
  }

  /** Whether the network is to blame, so that a retry may help. */
  get passing(): boolean {
    return this.reason === 'unreachable' || this.reason === 'broken' || this.reason === 'timeout'
  }
}

export type BoundedFetch = (request: HttpRequest) => Promise<HttpAnswer>

/**
 * Makes requests that carry credentials: only to https or this machine, without following redirects (the
 * token would be sent along), and with limits on time and size.
 */
export const boundedFetch =
  (fetch: Fetch, bounds: HttpBounds = DEFAULT_BOUNDS): BoundedFetch =>
  async ({ method, url, headers = {}, body, answerTimeoutMs = bounds.timeoutMs, signal }) => {
    const parsed = parseUrl(url)
    if (parsed === null || !isPrivateTransport(parsed))
      throw new Failure(
        'network',
        `The service uses the URL ${url}, which is not safe for credentials: it is neither https nor on this machine.`,
        'Contact the operator of the service.',
      )
    const place = parsed.origin
    const secrets = secretsOf(headers, body)
    const deadline = new AbortController()
    const isStreamed = typeof body === 'object'
    let limitMs = isStreamed ? bounds.timeoutMs : answerTimeoutMs
    let timer = setTimeout(() => deadline.abort(), limitMs)
    const waitForAnswer = (): void => {
      clearTimeout(timer)
      limitMs = answerTimeoutMs
      timer = setTimeout(() => deadline.abort(), limitMs)
    }
    const either = AbortSignal.any([signal, deadline.signal])
    try {
      const response = await fetch(url, {
        method,
        headers: isStreamed ? { ...headers, 'content-length': String(body.byteLength) } : headers,
        // Every requested part shows that the connection is alive.
        body: isStreamed ? eachPart(body.open(), () => timer.refresh(), waitForAnswer) : (body ?? null),
        signal: either,
      })
      const answerHeaders = new Map([...response.headers].map(([name, value]) => [name.toLowerCase(), value]))
      if (response.status >= 300 && response.status < 400) {
        deadline.abort()
        throw new NoAnswer(
          'redirected',
          `${place} redirects to ${hideSecrets(answerHeaders.get('location') ?? 'nowhere', secrets)}. The redirect was not followed, because your token would be sent there.`,
          'Set --base-url to the URL of the service itself.',
        )
      }
      const text = await readBounded(response.body, bounds.maxBytes, place)
      // A refresh may return the token it was given (RFC 6749, 6), so token answers are not changed.
      const gives = response.status === 200 && headers['authorization'] === undefined
      return {
        status: response.status,
        headers: new Map([...answerHeaders].map(([name, value]) => [name, hideSecrets(value, secrets)])),
        text: gives ? text : hideSecrets(text, secrets),
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      // fetch wraps the error of a failed body stream.
      if (error instanceof Error && error.cause instanceof Failure) throw error.cause
      if (error instanceof Failure) {
        // Unread parts of an answer must not keep the connection open.
        deadline.abort()
        throw error
      }
      if (deadline.signal.aborted)
        throw new NoAnswer(
          'timeout',
          `${place} did not answer completely within ${Math.round(limitMs / 1_000)} seconds.`,
          'Check your connection and try again later.',
          error,
        )
      throw connectionFailure(place, error)
    } finally {
      clearTimeout(timer)
    }
  }

async function* eachPart(
  parts: AsyncIterable<Uint8Array>,
  onPart: () => void,
  onEnd: () => void,
): AsyncIterable<Uint8Array> {
  for await (const part of parts) {
    onPart()
    yield part
  }
  onEnd()
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
        `The answer of ${place} is larger than ${Math.round(maxBytes / 1_048_576)} MB.`,
        'Check that --base-url is the URL of the service.',
      )
    chunks.push(chunk)
  }
  // Drops the byte order mark that some servers send.
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Failures before the connection was established: nothing was sent. */
const NOT_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'DNS lookup failed',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'the network is down',
  UND_ERR_CONNECT_TIMEOUT: 'it does not respond',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is from an authority that this machine does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is from an authority that this machine does not trust',
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
      'Check the URL and your connection.',
      error,
    )
  return new NoAnswer(
    'broken',
    `The connection to ${place} was lost before the answer was complete.`,
    'Check your connection and try again.',
    error,
  )
}

/**
 * The system error code of the innermost cause: fetch wraps it, and errors of several addresses are grouped
 * in one.
 */
const rootCode = (error: unknown): string | undefined => {
  const own = systemErrorCode(error)
  if (own !== undefined && own !== '') return own
  if (error instanceof AggregateError) return error.errors.map(rootCode).find((code) => code !== undefined)
  return error instanceof Error ? rootCode(error.cause) : undefined
}

/** The form fields that are credentials (5.4, RFC 6749, 6, RFC 8628, 3.4, RFC 7009, 2.1). */
const SECRET_FIELDS = ['code', 'code_verifier', 'refresh_token', 'device_code', 'token'] as const
/** Shorter ones may be ordinary words of an answer. */
const MIN_SECRET_CHARACTERS = 8
const HIDDEN = '[hidden]'

/** The secrets of a request: its bearer token, or the codes and tokens of its form. */
const secretsOf = (headers: Readonly<Record<string, string>>, body: unknown): readonly string[] => {
  const authorization = headers['authorization']
  const secrets =
    authorization !== undefined
      ? [authorization.replace(/^\S+ /, '')]
      : typeof body === 'string'
        ? SECRET_FIELDS.flatMap((name) => new URLSearchParams(body).get(name) ?? [])
        : []
  return secrets.filter(({ length }) => length >= MIN_SECRET_CHARACTERS)
}

/** A server's text without the secrets sent to it: some servers repeat them in errors. */
const hideSecrets = (text: string, secrets: readonly string[]): string => {
  let shown = text
  for (const secret of secrets)
    for (const form of new Set([secret, encodeURIComponent(secret), secret.replaceAll('/', '\\/')]))
      shown = shown.replaceAll(form, HIDDEN)
  return shown
}
