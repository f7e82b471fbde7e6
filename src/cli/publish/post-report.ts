import type { PostLink } from '../../platform/post-content.js'
import { POST_MAX_CHARACTERS } from '../../platform/publishing.js'
import type { CreatePostBody } from '../../platform/publishing-bodies.js'
import type { PostProblem, PostReport } from '../../publish/post-text.js'
import { safeLine, safeText } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import { wrapText } from '../../terminal/wrap-text.js'

/**
 * A problem: the place and message, then the fix.
 * @param columns the width to wrap at; infinite where nothing is wrapped
 */
export const describeProblem = (
  problem: PostProblem,
  { bold, dim, red, yellow }: Styles,
  columns: number,
): string => {
  const place = problem.line === null ? [] : [`${problem.line}:${problem.column ?? 1}`]
  const head = [problem.level, ...place].join(' ')
  const styled = [problem.level === 'error' ? red('error') : yellow('warning'), ...place.map(bold)].join(' ')
  const [first = '', ...rest] = wrapText(
    `${head} ${safeLine(problem.message)}`,
    columns - INDENT.length,
    'keep',
  )
  const fix = wrapText(problem.fix, columns - INDENT.length, 'keep').map(dim)
  return [styled + first.slice(head.length), ...[...rest, ...fix].map((line) => INDENT + line)].join('\n')
}

const INDENT = '  '

/**
 * The preview: the text, then how each link is displayed, then the counts.
 * @param files how many files will be attached besides those already uploaded
 */
export const describePreview = (
  body: CreatePostBody,
  report: PostReport,
  { cyan, dim }: Styles,
  files: number,
): string => {
  const attached = files + (body.media_urls?.length ?? 0)
  const bar = dim('│')
  const text = safeText(body.content)
    .split('\n')
    .map((line) => `${bar} ${line}`)
  const links = report.links
    .filter(({ display }) => display in DISPLAYS)
    .map((link) => `${dim(DISPLAYS[link.display].padEnd(7))} ${cyan(safeLine(link.url))}`)
  const facts = [
    `${report.characters} of ${POST_MAX_CHARACTERS} characters`,
    body.content_rating,
    ...(attached === 0 ? [] : [`${attached} ${attached === 1 ? 'file' : 'files'} attached`]),
  ]
  return [...text, ...links, dim(facts.join(' · '))].join('\n')
}

const DISPLAYS: Readonly<Record<PostLink['display'], string>> = {
  player: 'player',
  card: 'card',
  link: 'link',
  literal: 'text',
  inline: 'text',
}
