import { EnvHttpProxyAgent, fetch } from 'undici'
import type { Fetch } from './bounded-fetch.js'
import { isLoopback } from './server-address.js'

const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'] as const

/** undici's fetch; through the proxy that the environment names, except to this machine. */
export const systemFetch = (environment: Readonly<Record<string, string | undefined>>): Fetch => {
  const hasProxy = PROXY_VARIABLES.some((name) => (environment[name] ?? '') !== '')
  const proxy = hasProxy ? new EnvHttpProxyAgent() : null
  return async (url, init) => {
    const dispatcher = proxy !== null && !isLoopback(new URL(url)) ? { dispatcher: proxy } : {}
    return await fetch(url, { ...init, ...dispatcher })
  }
}
