import { findHashtags, findLinks, type LinkBreach, type PostLink } from '../platform/post-content.js'
import { POST_MAX_CHARACTERS } from '../platform/publishing.js'
import { codePoints } from '../platform/text.js'

/**
 * A problem of a post's text: the service refuses it (`error`), or it displays differently than intended
 * (`warning`).
 */
export interface PostProblem {
  readonly rule: 'too-long' | 'hashtag' | 'too-long-in-utf-16' | LinkBreach
  readonly level: 'error' | 'warning'
  /** From 1; null if the problem has no position. */
  readonly line: number | null
  readonly column: number | null
  readonly message: string
  readonly fix: string
  readonly spec: string
}

export interface PostReport {
  /** Unicode code points. */
  readonly characters: number
  readonly problems: readonly PostProblem[]
  readonly links: readonly PostLink[]
}

/** For longer texts, only the length is reported. */
const MAX_CHARACTERS_READ = 20_000

/** Checks a post's text against 2.5 of the publishing API and returns all problems, in the order of the text. */
export const checkPostText = (content: string): PostReport => {
  const characters = codePoints(content)
  if (characters > MAX_CHARACTERS_READ) return { characters, problems: [tooLong(characters)], links: [] }
  const links = findLinks(content)
  const placed = [...findHashtags(content).map(hashtag), ...links.flatMap(breaches)]
  placed.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
  return { characters, problems: [...lengthProblems(content, characters), ...placed], links }
}

const lengthProblems = (content: string, characters: number): readonly PostProblem[] => {
  if (characters > POST_MAX_CHARACTERS) return [tooLong(characters)]
  if (content.length <= POST_MAX_CHARACTERS) return []
  return [
    problem('too-long-in-utf-16', 'warning', NOWHERE, {
      message: `The text has ${characters} characters, but ${content.length} in software that counts emoji as two.`,
      fix: `To be safe, shorten it by ${content.length - POST_MAX_CHARACTERS}.`,
    }),
  ]
}

const NOWHERE = { line: null, column: null }

const problem = (
  rule: PostProblem['rule'],
  level: PostProblem['level'],
  { line, column }: Pick<PostProblem, 'line' | 'column'>,
  { message, fix }: Pick<PostProblem, 'message' | 'fix'>,
): PostProblem => ({ rule, level, line, column, message, fix, spec: '2.5' })

const tooLong = (characters: number): PostProblem =>
  problem('too-long', 'error', NOWHERE, {
    message: `The text has ${characters} characters; at most ${POST_MAX_CHARACTERS} are allowed.`,
    fix: `Shorten it by ${characters - POST_MAX_CHARACTERS}.`,
  })

const hashtag = (found: ReturnType<typeof findHashtags>[number]): PostProblem =>
  problem('hashtag', 'error', found, {
    message: `${found.text} is a typed hashtag, which the service refuses. It creates hashtags from the text itself.`,
    fix: 'Remove the “#”.',
  })

const breaches = (link: PostLink): readonly PostProblem[] =>
  link.breaches.map((rule) => problem(rule, 'warning', link, BREACHES[rule](link.url)))

const AT_THE_END = 'Put the link on its own line at the end of the post, or pass it with --link.'

const BREACHES: Readonly<Record<LinkBreach, (url: string) => Pick<PostProblem, 'message' | 'fix'>>> = {
  wrapped: (url) => ({
    message: `${url} is in brackets or quotes: readers see plain text without a preview.`,
    fix: `Remove them. ${AT_THE_END}`,
  }),
  punctuated: (url) => ({
    message: `${url} is directly followed by punctuation: readers see plain text without a preview.`,
    fix: `Remove the punctuation. ${AT_THE_END}`,
  }),
  'shares-its-line': (url) => ({
    message: `${url} shares its line with other text: readers see no preview.`,
    fix: AT_THE_END,
  }),
  'before-text': (url) => ({
    message: `${url} is before other text: readers see no preview.`,
    fix: AT_THE_END,
  }),
  repeated: (url) => ({
    message: `${url} occurs more than once: readers see it repeatedly.`,
    fix: 'Remove it from the text and keep it once at the end.',
  }),
}
