import { Failure } from '../failure.js'

/** The name in an address of this machine itself, where http is as private as https. */
const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

export const isLoopback = (url: URL): boolean => LOOPBACK_NAMES.includes(url.hostname)

/** Whether credentials may travel to an address: https, or http on this machine. */
export const isPrivateTransport = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))

export const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/**
 * Reads the base address of a service as a person gives it.
 * @returns it without a slash at its end, so that paths can be added
 * @throws {Failure} `usage` where no token may be sent to it, saying why
 */
export const readBaseUrl = (text: string): string => {
  const url = parseUrl(text.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Failure(
      'usage',
      `${JSON.stringify(text)} is not the address of a service.`,
      'Give --base-url an address such as https://api.example.com.',
    )
  if (!isPrivateTransport(url))
    throw new Failure(
      'usage',
      `${url.origin} would receive your token unencrypted.`,
      'Give --base-url an https address; http is for localhost alone.',
    )
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Failure(
      'usage',
      'The address of the service holds a user name, a query or a fragment.',
      'Give --base-url the address alone, such as https://api.example.com.',
    )
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
