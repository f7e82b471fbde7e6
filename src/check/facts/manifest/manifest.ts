import { isUtf8 } from 'node:buffer'
import { type Bundle, BundleReadError } from '../../../bundle/bundle.js'
import { type Manifest, manifestSchema } from '../../../platform/manifest.js'
import type { Place } from '../text/position.js'
import { type ManifestIssue, manifestIssues } from './issues.js'
import { type ManifestPath, pointerOf, valueAt } from './path.js'
import { ManifestTree, syntaxErrorOf } from './tree.js'

/** The path of the manifest in a bundle (2.2, 2.9). */
export const MANIFEST_PATH = 'manifest.json'

/** The manifest, read and judged once. */
export interface ManifestFacts {
  /** `unreadable`: the file is there and its bytes cannot be had. */
  readonly state: 'missing' | 'unreadable' | 'not-utf8' | 'not-json' | 'read'
  /** The text without its byte order mark; null unless the bytes are UTF-8. */
  readonly text: string | null
  readonly byteOrderMark: boolean
  /** Where and why the text is not JSON. */
  readonly syntaxError: (Place & { readonly reason: string }) | null
  /** The JSON value of any type; undefined where there is none. */
  readonly value: unknown
  /** The manifest, where it breaks no rule of the schema. */
  readonly manifest: Manifest | null
  readonly issues: readonly ManifestIssue[]
  /** Where the parts of the text stand; null unless it is JSON. */
  readonly tree: ManifestTree | null
}

/** Where a part of the manifest is, for what is found there. */
export const inManifest = (
  { tree }: ManifestFacts,
  path: ManifestPath,
  at: 'key' | 'value' = 'value',
): {
  readonly file: string
  readonly line: number | null
  readonly column: number | null
  readonly pointer: string
} => {
  const place = at === 'key' ? tree?.placeOfKey(path) : tree?.placeOf(path)
  return {
    file: MANIFEST_PATH,
    line: place?.line ?? null,
    column: place?.column ?? null,
    pointer: pointerOf(path),
  }
}

/** Reads a bundle's manifest. */
export const readManifest = async (bundle: Bundle): Promise<ManifestFacts> => {
  if (!bundle.files.some(({ path }) => path === MANIFEST_PATH)) return nothingRead('missing')
  try {
    return parseManifest(await bundle.read(MANIFEST_PATH))
  } catch (error) {
    if (error instanceof BundleReadError) return nothingRead('unreadable')
    throw error
  }
}

/** Parses a manifest's bytes and judges them by the schema. */
export const parseManifest = (bytes: Uint8Array): ManifestFacts => {
  if (!isUtf8(bytes)) return nothingRead('not-utf8')
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  const byteOrderMark = whole.startsWith('\ufeff')
  // The text after the mark is still judged, so that all problems are reported together.
  const text = byteOrderMark ? whole.slice(1) : whole
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ...nothingRead('not-json'), text, byteOrderMark, syntaxError: syntaxErrorOf(text, error) }
  }
  // It is read once: to compile a parser for it takes longer.
  const result = manifestSchema.safeParse(value, { reportInput: true, jitless: true })
  const issues = manifestIssues(value, result.success ? [] : result.error.issues)
  return {
    state: 'read',
    text,
    byteOrderMark,
    syntaxError: null,
    value,
    manifest: result.success && issues.length === 0 ? result.data : null,
    issues,
    tree: new ManifestTree(text),
  }
}

const nothingRead = (state: ManifestFacts['state']): ManifestFacts => ({
  state,
  text: null,
  byteOrderMark: false,
  syntaxError: null,
  value: undefined,
  manifest: null,
  issues: [],
  tree: null,
})

interface WithManifest {
  readonly manifest: Pick<ManifestFacts, 'value'>
}

/** Whether the manifest names this file as its icon. */
export const isIcon = ({ path }: { readonly path: string }, { manifest }: WithManifest): boolean =>
  valueAt(manifest.value, ['icon']) === path

/** Whether the manifest names this file as a screenshot. */
export const isScreenshot = ({ path }: { readonly path: string }, { manifest }: WithManifest): boolean => {
  const list = valueAt(manifest.value, ['screenshots'])
  return Array.isArray(list) && list.includes(path)
}
