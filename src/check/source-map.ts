import {
  FlattenMap,
  GREATEST_LOWER_BOUND,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  type TraceMap,
} from '@jridgewell/trace-mapping'
import { safeLine } from '../terminal/safe-text.js'
import type { SourcePlace } from './problem.js'

/** Source maps, which a build writes and anybody can forge: what is odd in one is not a place. */

/** What a source map says of a place in the file that it is for; null where it says nothing that can be used. */
export type SourceMap = (line: number, column: number | null) => SourcePlace | null

/**
 * Reads a source map; null where it is not one.
 * @param folder where the map is within the bundle: its sources are relative to it
 */
export const readSourceMap = (text: string, folder: string): SourceMap | null => {
  let map: TraceMap
  try {
    // A prefix that keeps a map from being run as a script (7 of the source map specification).
    const value: unknown = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ''))
    if (!isOfBearableSize(value)) return null
    // Of the map of a bundle that was put together, each part has a section.
    map = FlattenMap(value as Parameters<typeof FlattenMap>[0])
  } catch {
    return null
  }
  return (line, column) => {
    try {
      // Of a line as a whole, the first place in it.
      const found = originalPositionFor(map, {
        line,
        column: (column ?? 1) - 1,
        bias: column === null ? LEAST_UPPER_BOUND : GREATEST_LOWER_BOUND,
      })
      const file = isNamed(map, found.source) ? sourceName(found.source, folder) : null
      if (file === null || !isPlace(found.line, 1) || !isPlace(found.column, 0)) return null
      return { file, line: found.line, column: column === null ? null : found.column + 1 }
    } catch {
      return null
    }
  }
}

/** Whether a source that was found has a name: the library takes what is not a text for one. */
const isNamed = ({ sources, resolvedSources }: TraceMap, source: string | null): source is string => {
  const name: unknown = source === null ? null : sources[resolvedSources.indexOf(source)]
  return typeof name === 'string' && name !== ''
}

const isPlace = (value: number | null, least: number): value is number =>
  value !== null && Number.isSafeInteger(value) && value >= least

/** So much of mappings is 100 MB once it is decoded; that of a bundle of 20 MB has less. */
const MAX_MAPPINGS = 8_000_000

/** Whether a map, with all of its sections, has no more to decode than a build writes. */
const isOfBearableSize = (value: unknown): boolean => {
  let total = 0
  const left = [value]
  while (left.length > 0) {
    const map = left.pop()
    if (typeof map !== 'object' || map === null) continue
    const { mappings, sections } = map as { readonly mappings?: unknown; readonly sections?: unknown }
    if (typeof mappings === 'string') total += mappings.length
    if (Array.isArray(sections))
      for (const section of sections as readonly unknown[])
        if (typeof section === 'object' && section !== null && 'map' in section) left.push(section.map)
    if (total > MAX_MAPPINGS) return false
  }
  return true
}

/** How far above a bundle its project is looked for: `dist`, `build/web`, `www/app/dist`. */
const MOST_ABOVE = 3

const LONGEST_NAME = 260

/**
 * A source as a person names it, from the project's folder; null for one that is elsewhere, or in no file.
 * @param source as the map has it: relative to `folder`, or of webpack's own scheme, relative to the project
 */
const sourceName = (source: string, folder: string): string | null => {
  if (source.length > LONGEST_NAME || safeLine(source) !== source) return null
  const ofProject = /^webpack:\/\/[^/]*\/(.*)$/.exec(source)?.[1]
  const path = (ofProject ?? source).replace(/[?#].*$/, '')
  if (/^[a-z][a-z\d+.-]*:/i.test(path) || /^[\\/]/.test(path)) return null
  const parts: string[] = []
  let above = 0
  for (const part of [...(ofProject === undefined ? folder.split('/') : []), ...path.split(/[\\/]/)]) {
    if (part === '..') {
      if (parts.pop() === undefined) above++
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return above > MOST_ABOVE || parts.length === 0 ? null : parts.join('/')
}
