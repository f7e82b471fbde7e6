import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { type Bundle, type BundleFile, NO_BUILD } from '../bundle/bundle.js'
import { systemErrorCode } from '../failure.js'
import {
  MAX_COMPRESSION_RATIO,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_UNPACKED_BYTES,
  RATIO_CHECKED_ABOVE_BYTES,
} from '../platform/limits.js'
import { DEFAULT_ENTRY } from '../platform/manifest.js'
import { sdkFilePath } from '../sdk/sdk-file.js'
import { failsCheck, markAllowed } from './allow.js'
import { isAddedByMacOs, isAllHidden } from './facts/bundle/paths.js'
import type { BundleOutline } from './facts/bundle-outline.js'
import type { FileSummary } from './facts/file-summary.js'
import { MANIFEST_PATH, readManifest } from './facts/manifest/manifest.js'
import { valueAt } from './facts/manifest/path.js'
import type { KnownScripts } from './facts/script/known-scripts.js'
import { type FileOutcome, judgeFile, REUSED_BYTES } from './judge-file.js'
import { KeptScripts } from './kept-scripts.js'
import type { LinkedScripts } from './linked-scripts.js'
import type { CheckOptions } from './options.js'
import type { CheckResult } from './problem.js'
import { type FoundProblem, problemsOf, reviewOf, sorted } from './problems.js'
import type { BundleRule, Rule } from './rule.js'
import { hiddenFile } from './rules/bundle/paths.js'
import { zipTooLarge } from './rules/bundle/sizes.js'
import { RULES, type RuleSet, ruleSetOf } from './rules/index.js'
import { missing, wrappingFolder } from './rules/manifest/missing.js'
import { SharedConstants } from './shared-constants.js'
import { ShimSupply } from './shim-supply.js'
import { withSources } from './source-places.js'

interface Inspection {
  readonly result: CheckResult
  /** By path; only of the files that were looked into. */
  readonly outcomes: ReadonlyMap<string, FileOutcome>
}

/** What an inspection may start from. */
interface InspectOptions {
  /** What was found before in files that are known to have the same bytes, beside the same manifest. */
  readonly known?: ReadonlyMap<string, FileOutcome>
  /** The scripts of bundles that were checked before by the same rules. */
  readonly knownScripts?: KnownScripts
  /** The rules to check by; default: all. */
  readonly ruleSet?: RuleSet
}

/** The rules of `check`. */
const ALL_RULES: RuleSet = ruleSetOf(RULES)

/** Whether a rule is not one of `miniapp test`. */
const isOfCheck = (id: string): boolean => !id.startsWith('run/')

/** Checks a bundle, and returns what was found in each file. */
export const inspect = async (
  bundle: Bundle,
  options: CheckOptions = {},
  { known = new Map(), knownScripts, ruleSet = ALL_RULES }: InspectOptions = {},
): Promise<Inspection> => {
  const manifest = await readManifest(bundle)
  const outline: BundleOutline = {
    bundle,
    files: new Map(bundle.files.map((file) => [file.path, file])),
    manifest,
    after: options.after ?? null,
    shippedSdk: options.shippedSdk ?? readShippedSdk,
  }
  const wrapped = bundle.kind === 'zip' && wrappingFolder(bundle.files.map(({ path }) => path)) !== null
  // What nobody can read for certain is not searched for its files; and everything else about a zip with a folder around
  // it would be said a hundred times over.
  const rules = isRefusedWhole(bundle)
    ? ruleSet.rules.filter(isOfZips)
    : wrapped || (manifest.state === 'missing' && isElsewhere(bundle))
      ? [missing]
      : isAllHidden(bundle.files)
        ? ruleSet.rules.filter(({ id }) => id === hiddenFile.id)
        : ruleSet.rules
  const fileRules = rules.filter((rule) => 'checkFile' in rule)
  const outcomes = new Map<string, FileOutcome>()
  const summaries = new Map<string, FileSummary>()
  const unreadable = new Map<string, string>()
  const memory = Buffer.allocUnsafeSlow(REUSED_BYTES)
  const kept = new KeptScripts()
  const read = isRefusedUnread(bundle) ? [] : bundle.files.filter(mayBeRead)
  for (const [index, file] of read.entries()) {
    // Reading and judging take one turn after the other of this thread: others get theirs in between.
    if (index % FILES_A_TURN === FILES_A_TURN - 1) await setImmediate()
    options.signal?.throwIfAborted()
    const outcome =
      known.get(file.path) ??
      (await judgeFile(
        file,
        outline,
        {
          rules: fileRules,
          interests: ruleSet.interests,
          loadSharp: options.loadSharp,
          knownScripts: knownScripts ?? null,
          kept,
        },
        memory,
      ))
    outcomes.set(file.path, outcome)
    if (outcome.summary !== null) summaries.set(file.path, outcome.summary)
    if (outcome.unreadable !== null) unreadable.set(file.path, outcome.unreadable)
  }
  const facts = { ...outline, summaries, unreadable }
  const entry = valueAt(manifest.value, ['entry']) ?? DEFAULT_ENTRY
  const page = typeof entry === 'string' ? summaries.get(entry) : undefined
  let linked: LinkedScripts | null = null
  const linkedScripts = async (first: Iterable<string>): Promise<LinkedScripts | null> => {
    if (linked !== null || page === undefined || page.scripts === null) return linked
    // It has the parser, which a small app may do without.
    const scripts = await import('./linked-scripts.js')
    linked = new scripts.LinkedScripts(facts, page, kept)
    await linked.load(first)
    return linked
  }
  // What a script asks of others, they may say: it is judged once more, beside them.
  const judged = new Map(outcomes)
  const asking = page === undefined || page.scripts === null ? null : new SharedConstants(facts, page)
  for (const file of read) {
    const questions = outcomes.get(file.path)?.questions ?? []
    if (asking === null || !questions.some((one) => asking.answers(file.path, one))) continue
    const outside = (await linkedScripts([file.path]))?.outsideOf(file.path)
    if (outside === undefined) continue
    const judges = {
      rules: fileRules,
      interests: ruleSet.interests,
      loadSharp: options.loadSharp,
      knownScripts: null,
      outside,
    }
    judged.set(file.path, await judgeFile(file, outline, judges, memory))
  }
  const ownGlobals = new Set([...summaries.values()].flatMap(({ globals }) => [...globals]))
  const supply = new ShimSupply(
    summaries,
    new Map([...outcomes].flatMap(([path, { shim }]) => (shim === null ? [] : [[path, shim] as const]))),
    entry,
  )
  const found: FoundProblem[] = []
  const add = (problems: readonly FoundProblem[]): void => {
    for (const one of problems) {
      const { problem, assumedGlobal, shimmedBy } = one
      if (
        assumedGlobal !== null &&
        [assumedGlobal, rootOf(assumedGlobal)].some((name) => ownGlobals.has(name))
      )
        continue
      const supplied = supply.of(problem.file, shimmedBy)
      if (supplied === 'nothing') found.push(one)
      else if (supplied === 'limited')
        found.push({ ...one, problem: { ...problem, impact: problem.impact === null ? null : 'degrades' } })
    }
  }
  for (const { problems } of judged.values()) add(problems)
  const onlyWhereLoaded = new Set(
    fileRules.filter((rule) => rule.hasImpactOnlyWhereLoaded === true).map(({ id }) => id),
  )
  for (const rule of rules.filter((rule): rule is BundleRule => 'check' in rule))
    add(problemsOf(rule, await rule.check(facts)))
  const byReach = found.some(
    ({ problem: { impact }, fails, withheld }) => impact === 'breaks' || fails !== null || withheld !== null,
  )
    ? await (await import('./impact-by-reach.js')).impactByReach(
        found,
        onlyWhereLoaded,
        facts,
        page,
        linkedScripts,
      )
    : found
  const problems = byReach.map(({ problem }) => problem)

  const { problems: list, ...allowed } = markAllowed(
    await withSources(sorted(problems), bundle, {
      mapOf: options.sourceMaps,
      addressOf: (path) => outcomes.get(path)?.mapAddress,
    }),
    options.allow ?? [],
    isOfCheck,
  )
  const app = {
    id: textAt(manifest.value, 'app_id'),
    name: textAt(manifest.value, 'name'),
    version: textAt(manifest.value, 'version'),
  }
  const result: CheckResult = {
    schema: 1,
    path: bundle.path,
    kind: bundle.kind,
    ok: !list.some((problem) => failsCheck(problem, options.strict === true)),
    review: reviewOf(list),
    runs: !list.some(({ impact }) => impact === 'breaks'),
    app: manifest.state === 'read' ? app : null,
    problems: list,
    ...allowed,
    totals: {
      files: bundle.files.length,
      bytes: bundle.files.reduce((sum, { bytes }) => sum + bytes, 0),
      zipBytes: bundle.zipBytes,
    },
  }
  return { result, outcomes }
}

/** After so many files Ctrl-C is heard, and what other threads have done is taken from them. */
const FILES_A_TURN = 8

/** Rules about the zip itself. */
const isOfZips = ({ id }: Rule): boolean => id.startsWith('zip/') || id === zipTooLarge.id

/**
 * Whether a zip is refused for what it is, not for what is in it: what is in it is not certain then, or nothing of it can
 * be read.
 */
const isRefusedWhole = ({ kind, files, faults }: Bundle): boolean =>
  kind === 'zip' &&
  (faults.some(({ path, kind: fault }) => path === null && fault !== 'unaccounted-bytes') ||
    (files.length === 0 && faults.some(({ path }) => path !== null)))

/** Whether a folder without a manifest is not the bundle that was meant: that is in it, or it is far too large. */
const isElsewhere = ({ kind, files, faults }: Bundle): boolean =>
  kind === 'folder' &&
  (files.length > MAX_FILES ||
    files.some(({ path }) => path.endsWith(`/${MANIFEST_PATH}`)) ||
    faults.some((fault) => fault.kind === NO_BUILD))

/** Whether a zip is refused as a whole, or claims more than a bundle may hold: nothing of it is inflated then. */
const isRefusedUnread = (bundle: Bundle): boolean =>
  isRefusedWhole(bundle) ||
  (bundle.kind === 'zip' &&
    (bundle.files.length > MAX_FILES ||
      bundle.files.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_UNPACKED_BYTES))

/** A file that is too large, or compressed too well, is reported by a rule of its own and not read. */
const mayBeRead = ({ path, bytes, compressedBytes }: BundleFile): boolean =>
  // What macOS keeps of a file has its name, and is refused for its own.
  !isAddedByMacOs(path) &&
  bytes <= MAX_FILE_BYTES &&
  (compressedBytes === null ||
    bytes <= RATIO_CHECKED_ABOVE_BYTES ||
    bytes <= compressedBytes * MAX_COMPRESSION_RATIO)

let shippedSdk: Promise<Uint8Array | null> | null = null

/** The SDK that comes with the tool, read once; null where the tool runs without having been built. */
const readShippedSdk = (): Promise<Uint8Array | null> => {
  shippedSdk ??= readFile(sdkFilePath()).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return null
    shippedSdk = null
    throw error
  })
  return shippedSdk
}

/** A text of the manifest; cut where it is far longer than any that is allowed. */
const textAt = (manifest: unknown, field: string): string | null => {
  const value = valueAt(manifest, [field])
  if (typeof value !== 'string') return null
  return value.length > MAX_TOLD_CHARACTERS ? `${value.slice(0, MAX_TOLD_CHARACTERS - 1)}…` : value
}

const MAX_TOLD_CHARACTERS = 1_000

/** `navigator` of `navigator.getGamepads`. */
const rootOf = (path: string): string => path.split('.')[0] ?? path
