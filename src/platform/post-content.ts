import { LINK_PREVIEWS_PER_POST } from './publishing.js'
import { LINE_BREAK } from './text.js'

/** Finds the hashtags and links in the content of a post (publishing API 2.5). Lines and columns count from 1. */
export interface PlacedText {
  readonly text: string
  readonly line: number
  /** In code points. */
  readonly column: number
}

/** How a link is shown to readers (2.5, rules 1 to 3). */
type LinkDisplay =
  /** An embedded player: a link of a video site. */
  | 'player'
  /** A preview card: one of the first two links that are not videos. */
  | 'card'
  /** A bare link beyond the first two. */
  | 'link'
  /** Literal text with no preview: wrapped or punctuated. */
  | 'literal'
  /** Not on a line of its own at the end of the post: no preview is promised. */
  | 'inline'

/** The rules of 2.5 that decide only how a link renders. */
export type LinkBreach =
  /** Wrapped in markdown link syntax, angle brackets, quotes or parentheses. */
  | 'wrapped'
  /** Punctuation follows it directly. */
  | 'punctuated'
  /** Other text is on its line. */
  | 'shares-its-line'
  /** Text follows it in a later line. */
  | 'before-text'
  /** The same address occurs earlier in the post. */
  | 'repeated'

export interface PostLink {
  /** Only the address, without what wraps or follows it. */
  readonly url: string
  readonly line: number
  readonly column: number
  readonly display: LinkDisplay
  readonly breaches: readonly LinkBreach[]
}

const URL_PATTERN = /https?:\/\/[^\s<>"“”„«»`]+/giu

/**
 * The typed hashtags of a text. A hashtag is `#` followed by letters, digits and underscores, of which at least one is
 * not a digit, at the start or after anything that is not a letter, digit, `_`, `&` or `/`, and outside a URL.
 */
export const findHashtags = (content: string): readonly PlacedText[] =>
  content.split(LINE_BREAK).flatMap((text, index) => {
    const urls = [...text.matchAll(URL_PATTERN)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }))
    return [...text.matchAll(/(?<![\p{L}\p{Nd}_&/])#\p{Nd}*[\p{L}_][\p{L}\p{M}\p{Nd}_]*/gu)]
      .filter((match) => !urls.some(({ start, end }) => match.index >= start && match.index < end))
      .map((match) => ({ text: match[0], line: index + 1, column: columnOf(text, match.index) }))
  })

/** The links of a text, in order, each with what a reader will see and which rules it breaks. */
export const findLinks = (content: string): readonly PostLink[] => {
  const lines = content.split(LINE_BREAK)
  const found = lines.flatMap((text, index) => linksOfLine(text, index + 1))
  const firstLineOfLinks = startOfLinkLines(lines, found)
  const seen = new Set<string>()
  let cards = 0
  return found.map(({ url, line, column, alone, mark }) => {
    const breaches: LinkBreach[] = []
    if (mark !== null) breaches.push(mark)
    if (!alone && mark === null) breaches.push('shares-its-line')
    if (alone && line < firstLineOfLinks) breaches.push('before-text')
    if (seen.has(url)) breaches.push('repeated')
    seen.add(url)
    const atEnd = alone && line >= firstLineOfLinks
    let display: LinkDisplay
    if (mark !== null) display = 'literal'
    else if (!atEnd) display = 'inline'
    else if (isVideoLink(url)) display = 'player'
    else {
      cards += 1
      display = cards <= LINK_PREVIEWS_PER_POST ? 'card' : 'link'
    }
    return { url, line, column, display, breaches }
  })
}

/**
 * Adds links to a text as 2.5 requires: bare, each on its own line, after the text. A link that is already there is
 * not added again.
 */
export const withLinks = (text: string, urls: readonly string[]): string => {
  const present = new Set(
    findLinks(text)
      .filter(({ breaches }) => breaches.length === 0)
      .map(({ url }) => url),
  )
  const added = [...new Set(urls)].filter((url) => !present.has(url))
  return [...(text === '' ? [] : [text.trimEnd()]), ...added].join('\n')
}

/** Whether a link shows as a player: the documents say "a video-site link" and name no site; these are the well-known ones. */
export const isVideoLink = (url: string): boolean => {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  return VIDEO_SITES.some((site) => host === site || host.endsWith(`.${site}`))
}

const VIDEO_SITES = [
  'youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'vimeo.com',
  'dailymotion.com',
  'dai.ly',
  'twitch.tv',
] as const

interface LineLink extends Pick<PostLink, 'url' | 'line' | 'column'> {
  /** Whether its line has only white space besides the link. */
  readonly alone: boolean
  readonly mark: 'wrapped' | 'punctuated' | null
}

const OPENING = '(<["\'`“”„«‘{'
const CLOSING = ')>]"\'`“”»’}'
const PUNCTUATION = '.,;:!?…'

const linksOfLine = (text: string, line: number): readonly LineLink[] =>
  [...text.matchAll(URL_PATTERN)].map((match) => {
    const url = trimmedUrl(match[0])
    const end = match.index + url.length
    const before = text.slice(0, match.index)
    const after = text.slice(end)
    const next = after.at(0) ?? ''
    const wrapped =
      (before !== '' && OPENING.includes(before.at(-1) ?? '')) || (next !== '' && CLOSING.includes(next))
    return {
      url,
      line,
      column: columnOf(text, match.index),
      alone: before.trim() === '' && after.trim() === '',
      mark: wrapped ? 'wrapped' : next !== '' && PUNCTUATION.includes(next) ? 'punctuated' : null,
    }
  })

/** An address without the brackets, quotes and punctuation that follow it. A closing bracket stays if the address has its opening one. */
const trimmedUrl = (raw: string): string => {
  let url = raw
  for (;;) {
    const last = url.at(-1) ?? ''
    if (PUNCTUATION.includes(last)) url = url.slice(0, -1)
    else if (CLOSING.includes(last) && !isBalanced(url, last)) url = url.slice(0, -1)
    else return url
  }
}

const isBalanced = (url: string, closing: string): boolean => {
  const opening = { ')': '(', ']': '[', '}': '{' }[closing]
  return opening !== undefined && count(url, opening) >= count(url, closing)
}

const count = (text: string, character: string): number => text.split(character).length - 1

/** The first line of the block of bare links at the end of the post; one past the last line if there is none. */
const startOfLinkLines = (lines: readonly string[], links: readonly LineLink[]): number => {
  const bare = new Set(links.filter(({ alone }) => alone).map(({ line }) => line))
  let start = lines.length + 1
  for (let line = lines.length; line >= 1; line--) {
    if (bare.has(line)) start = line
    else if (lines[line - 1]?.trim() !== '') break
  }
  return start
}

const columnOf = (line: string, index: number): number => [...line.slice(0, index)].length + 1
