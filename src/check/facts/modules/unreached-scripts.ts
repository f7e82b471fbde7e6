import { BundleReadError } from '../../../bundle/bundle.js'
import { type Extension, extensionOf, isAllowedPathPart } from '../../../platform/file-types.js'
import type { BundleFacts, FileSummary } from '../file-summary.js'
import { modulesOfPages } from './module-graph.js'
import {
  MAX_MENTIONS,
  MENTIONED_EXTENSIONS,
  MentionedFiles,
  type PathMentions,
  pathMentionsIn,
} from './path-mentions.js'

/**
 * Of some scripts of a bundle those that nothing loads: no page runs or imports them, and neither a page nor anything
 * that a page may load names them. None where that cannot be known, such as where a script puts addresses together.
 * @param candidates the paths of scripts
 */
export const unreachedScripts = async (
  facts: BundleFacts,
  candidates: Iterable<string>,
): Promise<ReadonlySet<string>> => {
  const pages = modulesOfPages(facts)
  const reached = new Set(pages.flatMap(({ page, scripts }) => [page, ...scripts]))
  const unreached = new Set([...candidates].filter((path) => !reached.has(path) && hasPlainPath(path)))
  if (unreached.size === 0 || hasUnjudgedPage(facts)) return NONE
  const paths = [...facts.files.keys()]
  for (const path of paths) if (isOf(path, DATA)) reached.add(path)
  const sizeOf = (path: string): number => facts.files.get(path)?.bytes ?? 0
  let bytes = 0
  for (const path of reached) bytes += sizeOf(path)
  if (bytes > MAX_READ_AGAIN_BYTES) return NONE
  const mentioned = new MentionedFiles(
    paths,
    paths.filter((path) => isOf(path, MENTIONED_EXTENSIONS) && !reached.has(path)),
    pages.map(({ page }) => page),
  )
  const waiting = [...reached]
  let count = 0
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const mentions = await mentionsOf(path, facts)
    count += mentions?.paths.length ?? 0
    if (mentions === null || count > MAX_MENTIONS) return NONE
    for (const file of mentioned.add(mentions, path)) {
      if (reached.has(file)) continue
      reached.add(file)
      bytes += sizeOf(file)
      if (bytes > MAX_READ_AGAIN_BYTES) return NONE
      unreached.delete(file)
      waiting.push(file)
    }
    if (unreached.size === 0) return NONE
  }
  return unreached
}

const NONE: ReadonlySet<string> = new Set()

/** Of what may name a script, all of which is read a second time for it. In a larger app every script counts as loaded. */
const MAX_READ_AGAIN_BYTES = 8_000_000

/** Not text, but it may hold some, and anything may load it. */
const DATA = ['wasm', 'bin', 'data'] as const

const isOf = (path: string, extensions: readonly Extension[]): boolean => {
  const extension = extensionOf(path)
  return extension !== null && extensions.includes(extension)
}

/** Whether a path has only what the platform allows, so that texts hold it as it is; any other is refused. */
const hasPlainPath = (path: string): boolean => path.split('/').every(isAllowedPathPart)

/** A page that cannot be judged may run anything. */
const hasUnjudgedPage = ({ files, summaries }: BundleFacts): boolean =>
  [...files.keys()].some(
    (path) => isOf(path, ['html', 'htm']) && (summaries.get(path)?.scripts ?? null) === null,
  )

/** What a file names; null where nobody can say. Remembered for as long as what else is known of the file. */
const mentionsOf = async (path: string, facts: BundleFacts): Promise<PathMentions | null> => {
  const summary = facts.summaries.get(path)
  if (summary === undefined) return null
  // The SDK loads nothing.
  if (summary.sdk === 'shipped') return NO_MENTIONS
  const known = KNOWN.get(summary)
  if (known !== undefined) return known
  const text = await textOf(path, facts)
  const mentions =
    text === null ? null : pathMentionsIn(isOf(path, ['html', 'htm']) ? withoutComments(text) : text)
  KNOWN.set(summary, mentions)
  return mentions
}

/** A page without its comments, in which people leave scripts of before. What a script has between the same signs stays. */
const withoutComments = (page: string): string =>
  page.replace(/(<(script|style)\b[\s\S]*?(?:<\/\2|$))|<!--(?:-?>|[\s\S]*?(?:--!?>|$))/gi, '$1')

const KNOWN = new WeakMap<FileSummary, PathMentions | null>()

const NO_MENTIONS: PathMentions = { paths: [], folders: new Set() }

/** The file's bytes, as text in which paths are legible; null where it cannot be read. */
const textOf = async (path: string, { bundle }: BundleFacts): Promise<string | null> => {
  try {
    const { buffer, byteOffset, length } = await bundle.read(path)
    return Buffer.from(buffer, byteOffset, length).toString('latin1')
  } catch (error) {
    if (!(error instanceof BundleReadError)) throw error
    return null
  }
}
