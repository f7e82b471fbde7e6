import { usageFailure } from '../../failure.js'

/** A host name of this machine, where http is as private as https. */
const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

export const isLoopback = (url: URL): boolean => LOOPBACK_NAMES.includes(url.hostname)

/** Whether credentials may be sent to a URL: https, or http on this machine. */
export const isPrivateTransport = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))

export const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/**
 * Parses the base URL of a service from the user.
 * @returns it without a trailing slash, so that paths can be appended
 * @throws {Failure} `usage` with the reason, if no token may be sent to it
 */
export const readBaseUrl = (text: string): string => {
  const url = parseUrl(text.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw usageFailure(
      `${JSON.stringify(text)} is not a valid service URL.`,
      'Set --base-url to a URL such as https://api.example.com.',
    )
  if (!isPrivateTransport(url))
    throw usageFailure(
      `${url.origin} would receive your token unencrypted.`,
      'Set --base-url to an https URL; http is only allowed for localhost.',
    )
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw usageFailure(
      'The service URL contains a user name, a query or a fragment.',
      'Set --base-url to the plain URL, such as https://api.example.com.',
    )
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
