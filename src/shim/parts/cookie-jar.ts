import type { Items } from './items.js'

/*! Cookies, as a script sees them: by name, with a time at which they expire. Path, domain and the rest mean nothing here. */

/** As much as a browser takes for one cookie: characters of name and value. */
const MAX_CHARACTERS = 4_096

/** What `document.cookie` is made of. @param now milliseconds since 1970 */
export const createCookieJar = (items: Items, now: () => number) => ({
  read: (): string =>
    items
      .names()
      .map((name) => {
        const kept = items.get(name)
        return { name, ...readKept(kept === null ? '' : kept) }
      })
      .filter(({ expires }) => expires > now())
      .map(({ name, value }) => (name === '' ? value : `${name}=${value}`))
      .join('; '),
  write: (cookie: string): void => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a browser refuses a cookie with one
    if (/[\0-\x08\x0a-\x1f\x7f]/.test(cookie)) return
    const [pair = '', ...attributes] = cookie.split(';')
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    const value = pair.slice(equals + 1).trim()
    if ((name === '' && value === '') || name.length + value.length > MAX_CHARACTERS) return
    const expires = expiry(attributes, now())
    if (expires <= now()) items.remove(name)
    else items.set(name, Number.isFinite(expires) ? `${value}${EXPIRES}${expires}` : value)
  },
})

/** Between the value and the time; no value has a semicolon. */
const EXPIRES = '; expires='

const readKept = (kept: string): { readonly value: string; readonly expires: number } => {
  const at = kept.lastIndexOf(EXPIRES)
  return at === -1
    ? { value: kept, expires: Number.POSITIVE_INFINITY }
    : { value: kept.slice(0, at), expires: Number(kept.slice(at + EXPIRES.length)) }
}

/** When a cookie expires, in milliseconds since 1970; one of a session is kept. `max-age` goes before `expires`. */
const expiry = (attributes: readonly string[], now: number): number => {
  let expires = Number.POSITIVE_INFINITY
  let maxAge: number | null = null
  for (const attribute of attributes) {
    const [name = '', ...rest] = attribute.split('=')
    const value = rest.join('=').trim()
    switch (name.trim().toLowerCase()) {
      case 'expires': {
        const time = Date.parse(value)
        if (!Number.isNaN(time)) expires = time
        break
      }
      case 'max-age':
        if (/^-?\d+$/.test(value)) maxAge = Number(value)
    }
  }
  if (maxAge === null) return expires
  return maxAge <= 0 ? Number.NEGATIVE_INFINITY : now + maxAge * 1_000
}
