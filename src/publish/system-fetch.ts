import type { Readable } from 'node:stream'
import { EnvHttpProxyAgent, request } from 'undici'
import type { Fetch } from './bounded-fetch.js'
import { isLoopback } from './server-address.js'

const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'] as const

/**
 * Requests through undici; through the proxy that the environment names, except to this machine. undici's `request`,
 * not its `fetch`: that one queues the parts of a body, so that they could not be reused, and follows redirects.
 */
export const systemFetch = (environment: Readonly<Record<string, string | undefined>>): Fetch => {
  const hasProxy = PROXY_VARIABLES.some((name) => (environment[name] ?? '') !== '')
  const proxy = hasProxy ? new EnvHttpProxyAgent() : null
  return async (url, { method, headers, body, signal }) => {
    const response = await request(url, {
      method,
      headers: { ...headers },
      // undici takes any async iterable, which its types do not say; a Readable made of it would read ahead.
      body: body as string | Readable | null,
      signal,
      ...(proxy !== null && !isLoopback(new URL(url)) ? { dispatcher: proxy } : {}),
    })
    const entries = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    )
    return { status: response.statusCode, headers: entries, body: response.body }
  }
}
