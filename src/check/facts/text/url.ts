/**
 * URLs as a browser reads them before it resolves them: C0 controls and spaces around them are stripped, tabs and
 * line breaks anywhere are removed, `\` is `/`, and a scheme's letter case does not matter (readings).
 */

/** Where a URL leads. */
export type Destination =
  /** `http:`, `https:` or `//`. */
  | 'web'
  /** `ws:`, `wss:` or `ftp:`: the internet too. */
  | 'other-host'
  /** Starts with `/`: the root of a host that a bundle does not have. */
  | 'root'
  | 'javascript'
  /** A relative path that climbs out of the bundle, or a file of somebody's disk. */
  | 'outside'
  /** Everything else: relative, `data:`, `blob:`, `#…`, `mailto:` … */
  | 'elsewhere'

export const destinationOf = (url: string): Destination => {
  // Nearly every URL is a plain relative path: its first character is enough to know.
  if (PLAIN_START.test(url)) return 'elsewhere'
  const read = asRead(url)
  const start = read.slice(0, 12).replaceAll('\\', '/').toLowerCase()
  if (start.startsWith('//')) return 'web'
  if (start.startsWith('/')) return 'root'
  if (/^https?:/.test(start)) return 'web'
  if (/^(wss?|ftp):/.test(start)) return 'other-host'
  return start.startsWith('javascript:') ? 'javascript' : 'elsewhere'
}

/** The script of a `javascript:` URL, decoded as browsers decode it; null for any other URL. */
export const scriptOfUrl = (url: string): string | null => {
  if (!MAY_BE_SCRIPT.test(url) || destinationOf(url) !== 'javascript') return null
  const text = asRead(url).slice('javascript:'.length)
  // A stray % stays as it is.
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}

/** Nearly no URL begins so. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a browser strips C0 controls and spaces
const MAY_BE_SCRIPT = /^[\u0000- ]*j/i

/** Without what a browser strips before it looks at a URL. */
const asRead = (url: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a browser strips C0 controls and spaces
  url.replace(/^[\u0000- ]+/, '').replace(/[\t\n\r]/g, '')

// Not a blank, a slash or a backslash, and no first letter of a scheme that matters: f, h, j, w.
const PLAIN_START = /^[!-.0-9:-EGIK-VX-[\]-egik-vx-~]/

/** Where a URL in a file leads, with paths that climb out of the bundle told apart. */
export const destinationFrom = (file: string, url: string): Destination => {
  if (url.length <= LONGEST_PLAIN && PLAIN.test(url)) return 'elsewhere'
  const destination = destinationOf(url)
  return destination === 'elsewhere' && climbsOut(file, url) ? 'outside' : destination
}

// Nearly every URL: no scheme, no dot segment, nothing that a browser reads as anything else.
const PLAIN = /^[\w-](?:[\w/-]|\.(?!\.))*$/

// Of a longer one, the way back through the pattern takes memory, and may not end.
const LONGEST_PLAIN = 1_000

/** Resolves against two bases of different schemes: a URL stays inside only if it does with both. */
const climbsOut = (file: string, url: string): boolean => {
  // Without a dot segment, encoded or not, or a scheme, nothing leaves its folder; and no more of them than folders.
  const climbs = count(url, '..')
  if (climbs === 0 && !/[:%\t\n\r]/.test(url)) return false
  if (climbs <= count(file, '/') && !/[:%\\\t\n\r]/.test(url)) return false
  return BASES.some((base) => {
    if (!URL.canParse(url, base + file)) return false
    const { href, protocol } = new URL(url, base + file)
    return protocol === 'file:' || (NETWORK_SCHEMES.has(protocol) && !href.startsWith(base))
  })
}

const count = (text: string, part: string): number => {
  let found = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found += 1
  return found
}

const BASES = ['http://base-one.invalid/f3a9/', 'https://base-two.invalid/c71e/'] as const
const NETWORK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:', 'ftp:'])

/** Whether a URL carries its content in itself. */
export const isDataUrl = (url: string): boolean => /^data:/i.test(asRead(url.slice(0, LONGEST_START)))

// Blanks can stand before a scheme and within it, but nobody writes as many as this.
const LONGEST_START = 256

/** Whether a URL is for another program: `mailto:`, `tel:`, an app's own scheme. */
export const namesOtherProgram = (url: string): boolean => {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(asRead(url.slice(0, LONGEST_START)))?.[1]?.toLowerCase()
  return scheme !== undefined && !BROWSER_SCHEMES.has(scheme)
}

/** The schemes that a browser handles itself, or that another rule reports. */
const BROWSER_SCHEMES: ReadonlySet<string> = new Set([
  'http',
  'https',
  'ws',
  'wss',
  'ftp',
  'file',
  'data',
  'blob',
  'about',
  'javascript',
])

/** Whether a URL leads to the internet. */
export const leadsOut = (url: string): boolean => {
  const destination = destinationOf(url)
  return destination === 'web' || destination === 'other-host'
}

/** The URLs of a `srcset`, as the HTML standard splits it. */
export const srcsetUrls = (srcset: string): readonly string[] => {
  const urls: string[] = []
  // HTML's own white space: any other is a part of the URL.
  let rest = srcset.replace(/^[\t\n\f\r ,]+/, '')
  while (rest !== '') {
    const url = /^[^\t\n\f\r ]+/.exec(rest)?.[0] ?? ''
    rest = rest.slice(url.length)
    if (url.endsWith(',')) urls.push(url.replace(/,+$/, ''))
    else {
      urls.push(url)
      rest = rest.slice(descriptorsLength(rest))
    }
    rest = rest.replace(/^[\t\n\f\r ,]+/, '')
  }
  return urls
}

/** How far the descriptors of a candidate reach: to the first comma outside parentheses. */
const descriptorsLength = (text: string): number => {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ',' && depth === 0) return i
  }
  return text.length
}

const MAX_SHOWN_CHARACTERS = 80

/** A URL for a message. */
export const shownUrl = (url: string): string => {
  // Of a URL of megabytes no more is looked at than can be shown.
  const points = [...url.trim().slice(0, 2 * MAX_SHOWN_CHARACTERS + 2)]
  return JSON.stringify(
    points.length <= MAX_SHOWN_CHARACTERS
      ? points.join('')
      : `${points.slice(0, MAX_SHOWN_CHARACTERS).join('')}…`,
  )
}
