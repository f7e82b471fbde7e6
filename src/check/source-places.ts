import { type Bundle, BundleReadError } from '../bundle/bundle.js'
import { INLINE, inlineMap, isBuilt, mapAddress } from './map-comment.js'
import type { Problem } from './problem.js'
import type { SourceMap } from './source-map.js'

interface SourceOptions {
  /** The text of the source map that a build holds in memory for a file; null where it has none. */
  readonly mapOf?: ((path: string) => string | null) | undefined
  /** What `mapAddress` says of a file; undefined where it was not looked at. */
  readonly addressOf?: (path: string) => string | null | undefined
}

/**
 * Names the sources of problems in build output, where source maps are in the bundle, beside its files, or given. A map
 * that is broken or leads elsewhere is as none. Nothing is fetched.
 */
export const withSources = async <Of extends Pick<Problem, 'file' | 'line' | 'column' | 'source'>>(
  problems: readonly Of[],
  bundle: Bundle,
  options: SourceOptions = {},
): Promise<readonly Of[]> => {
  const files = new Set(
    problems.flatMap(({ file, line }) => (file !== null && line !== null && isBuilt(file) ? [file] : [])),
  )
  if (files.size === 0) return problems
  const sources = new Map<string, Problem['source']>()
  let budget = MAX_BYTES
  for (const file of files) {
    const map = await mapFor(file, bundle, options)
    if (map === null || map.text.length > budget) continue
    budget -= map.text.length
    const { readSourceMap } = await import('./source-map.js')
    const at = readSourceMap(map.text, folderOf(map.path))
    if (at === null) continue
    for (const problem of problems) {
      const source = problem.file === file ? sourceOf(problem, at) : null
      if (source !== null) sources.set(placeKey(problem), source)
    }
  }
  if (sources.size === 0) return problems
  return problems.map((problem) => {
    const source = sources.get(placeKey(problem))
    return source === undefined ? problem : { ...problem, source }
  })
}

/** Of so much text of maps a check looks into no more. */
const MAX_BYTES = 80_000_000

const placeKey = ({ file, line, column }: Pick<Problem, 'file' | 'line' | 'column'>): string =>
  `${line}:${column}:${file}`

const sourceOf = (
  { file, line, column }: Pick<Problem, 'file' | 'line' | 'column'>,
  at: SourceMap,
): Problem['source'] | null => {
  const source = line === null ? null : at(line, column)
  // A map to the file itself says nothing more.
  return source?.file === file ? null : source
}

const mapFor = async (
  file: string,
  bundle: Bundle,
  { mapOf = () => null, addressOf = () => undefined }: SourceOptions,
): Promise<{ readonly text: string; readonly path: string } | null> => {
  const given = mapOf(file)
  if (given !== null) return { text: given, path: file }
  let address = addressOf(file)
  if (address === undefined) {
    const bytes = await readIfThere(bundle, file)
    address = bytes === null ? null : mapAddress(bytes)
  }
  if (address === INLINE) {
    const url = inlineMap((await readIfThere(bundle, file))?.toString('utf8') ?? '')
    const text = url === null ? null : dataText(url)
    return text === null ? null : { text, path: file }
  }
  // A build that hides its maps names them by the file that they are for.
  const named = address === null ? null : pathIn(folderOf(file), address)
  for (const path of named === null ? [`${file}.map`] : [named, `${file}.map`]) {
    const text = (await readIfThere(bundle, path))?.toString('utf8')
    if (text !== undefined) return { text, path }
  }
  return null
}

const dataText = (url: string): string | null => {
  const comma = url.indexOf(',')
  if (comma < 0) return null
  const content = url.slice(comma + 1)
  try {
    return /;base64$/i.test(url.slice(0, comma))
      ? Buffer.from(content, 'base64').toString('utf8')
      : decodeURIComponent(content)
  } catch {
    return null
  }
}

/** The path within the bundle that a relative address leads to; null where it leads elsewhere. */
const pathIn = (folder: string, url: string): string | null => {
  let path: string
  try {
    path = decodeURIComponent(url.replace(/[?#].*$/, ''))
  } catch {
    return null
  }
  if (/^[a-z][a-z\d+.-]*:/i.test(path) || /^[\\/]/.test(path) || path.includes('\0')) return null
  const parts: string[] = []
  for (const part of [...folder.split('/'), ...path.split('/')]) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** A file's bytes, in the bundle or left out of it; null where there are none that can be read. */
const readIfThere = async (bundle: Bundle, path: string): Promise<Buffer | null> => {
  try {
    const bytes = bundle.files.some((file) => file.path === path)
      ? await bundle.read(path)
      : await bundle.readLeftOut?.(path)
    return bytes === undefined ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  } catch (error) {
    if (error instanceof BundleReadError) return null
    throw error
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
