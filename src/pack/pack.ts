import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Bundle, LeftOut } from '../bundle/bundle.js'
import { zipBundle } from '../bundle/zip-reader.js'
import { verifyZip } from '../bundle/zip-verifier.js'
import { writeZip, type ZipInput } from '../bundle/zip-writer.js'
import { MANIFEST_PATH } from '../check/facts/manifest/manifest.js'
import { inspect } from '../check/inspect.js'
import type { CheckOptions } from '../check/options.js'
import type { CheckResult } from '../check/problem.js'
import { writeFileDurably } from '../durable/atomic-file.js'
import { unfinishedPath } from '../durable/unfinished-file.js'
import { cannot } from '../failure.js'
import { MAX_FILES, MAX_UNPACKED_BYTES } from '../platform/limits.js'
import type { Bump } from './bump.js'
import type { OptimizedFile } from './optimize.js'
import { refuseToReplace, sweepOutput, withoutOutput, zipPath } from './output.js'

export interface PackOptions extends CheckOptions {
  /** The zip to write, or the folder to write it into; default: the working directory. */
  readonly out?: string
  /** Paths are relative to this folder; default: the process's. */
  readonly cwd?: string
  /** Check and zip, but write nothing. */
  readonly dryRun?: boolean
  /** Replace a zip of this name. */
  readonly overwrite?: boolean
  /** Raise the version in the folder's manifest, keeping its formatting. */
  readonly bump?: Bump
  /** Re-encode PNGs, without loss, where that makes them smaller; in the zip, never in the folder. */
  readonly optimize?: boolean
  /** Called whenever something new begins. */
  readonly onProgress?: (progress: PackProgress) => void
}

/** What `pack` is at. */
export interface PackProgress {
  readonly stage: 'checking' | 'optimizing' | 'zipping' | 'verifying'
  /** How many files of the stage are done, and of how many; both 0 where they are not counted. */
  readonly done: number
  readonly total: number
}

export interface PackResult {
  /** The problems of the bundle and, once it was made, of the zip itself. */
  readonly check: CheckResult
  /** Null where the check refused the bundle. */
  readonly zip: PackedZip | null
  readonly leftOut: readonly LeftOut[]
  /** The pictures that are smaller in the zip than in the folder. */
  readonly optimized: readonly OptimizedFile[]
  /** The manifests in which the version was, or would be, raised: that of the folder, and that from which a build writes it. */
  readonly raised: readonly string[]
}

export interface PackedZip {
  /** Where it was, or would be, written. */
  readonly path: string
  readonly written: boolean
  readonly bytes: number
  /** Of the zip, in hexadecimal. */
  readonly sha256: string
  /** Of the paths and bytes of the files that were packed, before any was re-encoded; in hexadecimal. */
  readonly contentsSha256: string
  readonly files: readonly PackedFile[]
}

export interface PackedFile {
  readonly path: string
  readonly bytes: number
  readonly compressedBytes: number
}

/**
 * Checks a folder's bundle, zips it, reads the zip back, checks that too, and writes it whole or not at all.
 * The same files give the same bytes on any system and in any time zone. Prints nothing and never exits.
 * @throws {Failure} when the file exists already, or cannot be written
 */
export const pack = async (given: Bundle, options: PackOptions = {}): Promise<PackResult> => {
  const place = { out: options.out, cwd: options.cwd ?? process.cwd() }
  const folder = await withoutOutput(given, place)
  // Without a manifest there is no version to raise; the check reports that.
  const bump = folder.files.some(({ path }) => path === MANIFEST_PATH) ? options.bump : undefined
  const raised = bump === undefined ? null : await raise(folder, bump, options)
  const manifests = [join(folder.path, MANIFEST_PATH), ...(raised?.manifests ?? []).map(({ path }) => path)]
  if (options.dryRun !== true) await sweepOutput(place, manifests, Date.now())
  const bundle = remembering(raised?.bundle ?? folder)
  const begin = (stage: PackProgress['stage'], done = 0, total = 0): void =>
    options.onProgress?.({ stage, done, total })
  begin('checking')
  const stop = new AbortController()
  // Other threads compress while this one checks, except for pictures to re-encode: these are checked first.
  const early =
    options.optimize === true || isTooLarge(bundle) ? null : zipFiles(bundle, options, stop.signal)
  // What is wrong with the files is the check's to say; it is waited for once nothing is.
  early?.catch(() => {})
  try {
    return await packChecked({ folder, bundle, raised, early, begin }, options)
  } finally {
    stop.abort()
  }
}

/** What a folder is packed from. */
interface Packing {
  readonly folder: Bundle
  /** The folder's bundle as it is packed, with its version raised. */
  readonly bundle: Bundle
  readonly raised: Awaited<ReturnType<typeof raise>> | null
  /** The zip that is being made already. */
  readonly early: Promise<MadeZip> | null
  readonly begin: (stage: PackProgress['stage'], done?: number, total?: number) => void
}

const packChecked = async (
  { folder, bundle, raised, early, begin }: Packing,
  options: PackOptions,
): Promise<PackResult> => {
  const { leftOut } = folder
  const { result: before, outcomes } = await inspect(bundle, options)
  if (!before.ok || before.app === null)
    return { check: before, zip: null, leftOut, optimized: [], raised: [] }
  const path = zipPath(before.app, options)
  if (options.overwrite !== true && options.dryRun !== true)
    await refuseToReplace(path, options.cwd ?? process.cwd())

  if (early !== null) begin('zipping')
  const making = early ?? zipFiles(bundle, options, undefined, begin)
  // Other threads compress meanwhile.
  const contentsSha256 = hashOf(await readAll(bundle))
  const { inputs, optimized, content } = await making
  begin('verifying')
  const zipped = {
    ...(await zipBundle(path, content, content.length)),
    // Source maps that stay out of the zip are in the folder.
    ...(folder.readLeftOut === undefined ? {} : { readLeftOut: folder.readLeftOut }),
  }
  try {
    await verifyZip(content, inputs)
    // The zip's own limits and structure are judged on what will really be written. Its files were just found to
    // have the very bytes that were checked.
    const known = new Map(outcomes)
    for (const { path: changed } of optimized) known.delete(changed)
    const { result: after } = await inspect(zipped, options, { known })
    const result = { ...after, path: bundle.path, kind: bundle.kind }
    if (!after.ok) return { check: result, zip: null, leftOut, optimized, raised: [] }
    options.signal?.throwIfAborted()
    if (options.dryRun !== true) {
      const done: (() => Promise<void>)[] = []
      try {
        for (const { path: place, manifest, old } of raised?.manifests ?? []) {
          await write(place, manifest, options)
          done.push(() => write(place, old, options))
        }
        await write(path, content, options)
      } catch (error) {
        // Without a zip the version was not used: put it back.
        for (const undo of done) await undo()
        throw error
      }
    }
    const zip = {
      path,
      written: options.dryRun !== true,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      contentsSha256,
      files: zipped.files.map(({ path, bytes, compressedBytes }) => ({
        path,
        bytes,
        compressedBytes: compressedBytes ?? bytes,
      })),
    }
    return { check: result, zip, leftOut, optimized, raised: raised?.manifests.map((one) => one.path) ?? [] }
  } finally {
    await zipped.close()
  }
}

/** A zip, and what it was made of. */
interface MadeZip {
  readonly content: Buffer
  /** What went into it. */
  readonly inputs: readonly ZipInput[]
  readonly optimized: readonly OptimizedFile[]
}

const zipFiles = async (
  bundle: Bundle,
  { optimize, signal }: PackOptions,
  stop?: AbortSignal,
  begin?: Packing['begin'],
): Promise<MadeZip> => {
  const originals = await readAll(bundle)
  const { inputs, optimized } =
    optimize === true
      ? await (await import('./optimize.js')).optimizeInputs(originals, {
          signal,
          onFile: (done, total) => begin?.('optimizing', done, total),
        })
      : { inputs: originals, optimized: [] }
  begin?.('zipping')
  const signals = [signal, stop].filter((one) => one !== undefined)
  return { content: await writeZip(inputs, AbortSignal.any(signals)), inputs, optimized }
}

/** The bundle with a higher version, and the manifests that are to say so. */
const raise = async (folder: Bundle, part: Bump, { cwd = process.cwd() }: PackOptions) => {
  const [{ bumped }, { manifestSource }] = await Promise.all([
    import('./bump.js'),
    import('./manifest-source.js'),
  ])
  const { bundle, manifest, old } = await bumped(folder, part)
  const source = await manifestSource(folder.path, old, cwd)
  const paths = [...(source === null ? [] : [source]), join(folder.path, MANIFEST_PATH)]
  return { bundle, manifests: paths.map((path) => ({ path, manifest, old })) }
}

/** A bundle whose files are read once: what is checked and what is packed are the same bytes, even if files are saved meanwhile. */
const remembering = (bundle: Bundle): Bundle => {
  const kept = new Map<string, Promise<Uint8Array>>()
  if (isTooLarge(bundle)) return bundle
  return {
    ...bundle,
    read: (path) => {
      const reading = kept.get(path) ?? bundle.read(path)
      kept.set(path, reading)
      return reading
    },
  }
}

/** Whether a bundle is larger than any that is accepted: it is refused, and not held in memory. */
const isTooLarge = ({ files }: Bundle): boolean =>
  files.length > MAX_FILES || files.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_UNPACKED_BYTES

const readAll = async (bundle: Bundle): Promise<readonly ZipInput[]> => {
  const inputs: ZipInput[] = []
  for (const { path } of bundle.files) inputs.push({ path, bytes: await bundle.read(path) })
  return inputs
}

/** Each part is preceded by its length, so that no two lists of files hash alike. */
const hashOf = (inputs: readonly ZipInput[]): string => {
  const hash = createHash('sha256')
  for (const { path, bytes } of inputs)
    hash.update(`${Buffer.byteLength(path)} ${bytes.length} ${path}`).update(bytes)
  return hash.digest('hex')
}

const write = async (
  path: string,
  content: Uint8Array,
  { cwd = process.cwd() }: PackOptions,
): Promise<void> => {
  const full = resolve(cwd, path)
  await mkdir(dirname(full), { recursive: true }).catch(cannot('write', path))
  await writeFileDurably(full, content, undefined, unfinishedPath(full)).catch(cannot('write', path))
}
