import { LinkifyIt } from 'linkify-it'

/**
 * What the host refuses in words that people see of each other: links, `@` tags, `#` hashtags (4.4, 4.6). The
 * documents do not say what counts as a link; like the services people know, we count what a reader would tap:
 * an address with a scheme, one that starts with `www.`, a name with a known ending, an IP or mail address.
 */
const linkFinder = (): LinkifyIt =>
  new LinkifyIt({ fuzzyLink: true, fuzzyIP: true, fuzzyEmail: true }).tlds(
    [
      'app',
      'blog',
      'club',
      'cloud',
      'dev',
      'fun',
      'game',
      'games',
      'link',
      'live',
      'online',
      'page',
      'shop',
    ].concat(['site', 'space', 'store', 'tech', 'top', 'website', 'world', 'wtf', 'xyz', 'zip', 'mov']),
    true,
  )

/** Made for the first text, since it takes its time and most checks have none. */
let links: LinkifyIt | undefined

const ANY_SCHEME = /\b[a-z][a-z\d+.-]*:\/\/|\b(?:javascript|data|mailto|tel|sms):\S/i

export const hasLink = (text: string): boolean => {
  // Fullwidth letters and dots, and invisible characters, must not hide a link.
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[。｡]/g, '.')
  if (ANY_SCHEME.test(plain)) return true
  links ??= linkFinder()
  return links.test(plain)
}

/** An `@` that starts a name and is not inside a word: `@ana`, not `5 @ 3`. */
export const hasTag = (text: string): boolean => /(?<![\p{L}\p{N}_])[@＠][\p{L}\p{N}_]/u.test(text)

/** A `#` followed by letters, digits and underscores, of which at least one is not a digit, as in posts. */
export const hasHashtag = (text: string): boolean => /(?<![\p{L}\p{N}_&/])[#＃]\p{N}*[\p{L}_]/u.test(text)

/** Control characters: C0, DEL and C1. */
export const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text)
