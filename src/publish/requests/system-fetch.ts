import type { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import type { Dispatcher } from 'undici'
import request from 'undici/lib/api/api-request.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import { type Fetch, NoAnswer } from './bounded-fetch.js'
import { isLoopback } from './server-address.js'

const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'] as const

/**
 * Requests with undici, through the proxy from the environment except to this machine. Uses undici's
 * `request`, not `fetch`, which queues the parts of a body, so that they could not be reused, and follows
 * redirects.
 */
export const systemFetch = (environment: Readonly<Record<string, string | undefined>>): Fetch => {
  const hasProxy = PROXY_VARIABLES.some((name) => (environment[name] ?? '') !== '')
  compileParserOnce()
  const direct = new Agent()
  let proxy: Promise<Dispatcher> | null = null
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    if (hasProxy && !isLoopback(url)) proxy ??= proxyAgent()
    const dispatcher = proxy === null || isLoopback(url) ? direct : await proxy
    const response = await request.call(dispatcher, {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers },
      // undici accepts any async iterable, which its types omit; a Readable would read ahead.
      body: body as string | Readable | null,
      signal,
    })
    const entries = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    )
    const encoding = String(response.headers['content-encoding'] ?? '')
    return {
      status: response.statusCode,
      headers: entries,
      body: encoding === '' ? response.body : await decoded(response.body, encoding, url.origin),
    }
  }
}

/**
 * undici parses answers in WebAssembly. Node.js 20 compiles it a second time for speed, which one answer does
 * not need, and cannot exit before that is done: a tenth of a second per command.
 */
const compileParserOnce = (): void => {
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--liftoff-only')
}

const proxyAgent = async (): Promise<Dispatcher> => {
  const { EnvHttpProxyAgent } = await import('undici')
  return new EnvHttpProxyAgent()
}

/** A decompressed body: no encoding is requested, but a server may choose one (RFC 9110, 12.5.3). */
const decoded = async (
  body: Readable,
  encoding: string,
  place: string,
): Promise<AsyncIterable<Uint8Array>> => {
  const { createBrotliDecompress, createInflate, createUnzip } = await import('node:zlib')
  const { pipeline } = await import('node:stream')
  let stream = body
  // The last coding was applied last.
  for (const coding of encoding.split(',').reverse()) {
    const name = coding.trim().toLowerCase()
    if (name === '' || name === 'identity') continue
    const decoder =
      name === 'gzip' || name === 'x-gzip'
        ? createUnzip()
        : name === 'deflate'
          ? createInflate()
          : name === 'br'
            ? createBrotliDecompress()
            : null
    if (decoder === null)
      throw new NoAnswer(
        'broken',
        `${place} answered in the unsupported encoding ${JSON.stringify(coding.trim())}.`,
        'Check that --base-url is the URL of the service.',
      )
    // The reader of the last stream gets every error.
    stream = pipeline(stream, decoder, () => {})
  }
  return stream
}
