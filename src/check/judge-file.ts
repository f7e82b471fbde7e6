import { type BundleFile, BundleReadError } from '../bundle/bundle.js'
import { extensionOf, FILE_TYPES } from '../platform/file-types.js'
import type { ShimPartName } from '../shim/part-names.js'
import type { BundleOutline } from './facts/bundle-outline.js'
import { FileFacts } from './facts/file.js'
import { type FileSummary, summaryOf } from './facts/file-summary.js'
import type { Interests } from './facts/interests.js'
import { HEAD_BYTES } from './facts/leading-bytes.js'
import { isIcon, isScreenshot } from './facts/manifest/manifest.js'
import type { Questions } from './facts/script/constants.js'
import type { KnownScripts } from './facts/script/known-scripts.js'
import type { Outside } from './facts/script/value.js'
import type { KeptScripts } from './kept-scripts.js'
import { isBuilt, mapAddress } from './map-comment.js'
import type { CheckOptions } from './options.js'
import { type FoundProblem, problemsOf } from './problems.js'
import type { FileRule } from './rule.js'
import { shimIn } from './shim-supply.js'

/** What was found in one file. */
export interface FileOutcome {
  readonly problems: readonly FoundProblem[]
  /** Null where the file could not be read. */
  readonly summary: FileSummary | null
  /** Why it could not be read; null where it could. */
  readonly unreadable: string | null
  /** What its scripts ask of others. */
  readonly questions: readonly Questions[]
  /** The parts of the browser shim in it; null where it is not in it. */
  readonly shim: readonly ShimPartName[] | null
  /** Where its source map is (`map-comment.ts`); null where it names none. */
  readonly mapAddress: string | null
}

/** What judges a file, and what is passed to it. */
export interface FileJudges {
  readonly rules: readonly FileRule[]
  readonly interests: Interests
  readonly loadSharp: CheckOptions['loadSharp']
  readonly knownScripts: KnownScripts | null
  /** Gets the scripts that were parsed. */
  readonly kept?: KeptScripts
  /** What other scripts of the bundle say; without it, they are not looked at. */
  readonly outside?: Outside
}

/** What is not larger is read into the same memory as the file before it: the system takes its time to give more. */
export const REUSED_BYTES = 1_048_576

/**
 * Reads one file and runs the rules that apply to it; its bytes are dropped afterwards.
 * @param memory what the bytes may lie in: nothing that outlives this may hold on to them
 */
export const judgeFile = async (
  file: BundleFile,
  outline: BundleOutline,
  { rules, interests, loadSharp, knownScripts, kept, outside }: FileJudges,
  memory: Uint8Array,
): Promise<FileOutcome> => {
  let bytes: Uint8Array
  try {
    bytes = await bytesToJudge(file, outline, memory)
  } catch (error) {
    if (!(error instanceof BundleReadError)) throw error
    return { ...NOTHING_FOUND, summary: null, unreadable: error.message }
  }
  const facts = new FileFacts(file, bytes, interests, loadSharp, knownScripts, outside)
  const summary = await summaryOf(facts, outline)
  // The rules have nothing to say about the tool's own file, and parsing it would take longer than all the rest of a small app.
  if (summary.sdk === 'shipped') return { ...NOTHING_FOUND, summary }
  const problems: FoundProblem[] = []
  for (const rule of rules)
    if (rule.appliesTo(facts, outline))
      problems.push(...problemsOf(rule, await rule.checkFile(facts, outline)))
  const parsed = await facts.parsedSoFar()
  if (parsed.length > 0) kept?.keep(file.path, parsed)
  return {
    problems,
    summary,
    unreadable: null,
    questions: await facts.questions(),
    shim: shimIn(facts),
    mapAddress: isBuilt(file.path) ? mapAddress(bytes) : null,
  }
}

const NOTHING_FOUND = {
  problems: [],
  unreadable: null,
  questions: [],
  shim: null,
  mapAddress: null,
} as const satisfies Partial<FileOutcome>

/** A binary file is judged only by its leading bytes, unless the manifest refers to it. */
const bytesToJudge = (
  { path }: BundleFile,
  outline: BundleOutline,
  memory: Uint8Array,
): Promise<Uint8Array> => {
  const { bundle } = outline
  const extension = extensionOf(path)
  const isWhole =
    extension === null ||
    FILE_TYPES[extension].text ||
    isIcon({ path }, outline) ||
    isScreenshot({ path }, outline)
  return bundle.read(path, isWhole ? undefined : HEAD_BYTES, memory)
}
