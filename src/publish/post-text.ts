import { findHashtags, findLinks, type LinkBreach, type PostLink } from '../platform/post-content.js'
import { POST_MAX_CHARACTERS } from '../platform/publishing.js'
import { codePoints } from '../platform/text.js'

/** Something about a post's text that the service refuses (`error`), or that shows otherwise than meant (`warning`). */
export interface PostProblem {
  readonly rule: 'too-long' | 'hashtag' | 'too-long-in-utf-16' | LinkBreach
  readonly level: 'error' | 'warning'
  /** From 1; null where no place is to blame. */
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

/** Beyond this, only the length is judged: nothing else about such a text would help. */
const MAX_CHARACTERS_READ = 20_000

/** Judges a post's text by 2.5 of the publishing API, all problems at once, in the order of the text. */
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
    {
      rule: 'too-long-in-utf-16',
      level: 'warning',
      line: null,
      column: null,
      message: `The text has ${characters} characters, but ${content.length} if emoji count as two, as some software counts them.`,
      fix: `Shorten it by ${content.length - POST_MAX_CHARACTERS} to be safe.`,
      spec: '2.5',
    },
  ]
}

const tooLong = (characters: number): PostProblem => ({
  rule: 'too-long',
  level: 'error',
  line: null,
  column: null,
  message: `The text has ${characters} characters; at most ${POST_MAX_CHARACTERS} are allowed.`,
  fix: `Shorten it by ${characters - POST_MAX_CHARACTERS}.`,
  spec: '2.5',
})

const hashtag = ({ text, line, column }: ReturnType<typeof findHashtags>[number]): PostProblem => ({
  rule: 'hashtag',
  level: 'error',
  line,
  column,
  message: `${text} is a typed hashtag, which the service refuses; it makes hashtags itself from the text.`,
  fix: 'Remove the “#”.',
  spec: '2.5',
})

const breaches = (link: PostLink): readonly PostProblem[] =>
  link.breaches.map((rule) => ({
    rule,
    level: 'warning',
    line: link.line,
    column: link.column,
    spec: '2.5',
    ...BREACHES[rule](link.url),
  }))

const AT_THE_END = 'Put it alone on its own line at the end of the post, or give it with --link.'

const BREACHES: Readonly<Record<LinkBreach, (url: string) => Pick<PostProblem, 'message' | 'fix'>>> = {
  wrapped: (url) => ({
    message: `${url} is wrapped in brackets or quotes: a reader sees it as plain text with no preview.`,
    fix: `Write the address bare. ${AT_THE_END}`,
  }),
  punctuated: (url) => ({
    message: `${url} is followed directly by punctuation: a reader sees it as plain text with no preview.`,
    fix: `Remove the punctuation. ${AT_THE_END}`,
  }),
  'shares-its-line': (url) => ({
    message: `${url} shares its line with other text: a reader gets no preview of it.`,
    fix: AT_THE_END,
  }),
  'before-text': (url) => ({
    message: `${url} stands before other text: a reader gets no preview of it.`,
    fix: AT_THE_END,
  }),
  repeated: (url) => ({
    message: `${url} occurs more than once: a reader sees it repeated.`,
    fix: 'Leave it out of the text; keep it once at the end.',
  }),
}
