import * as z from 'zod'
import { BundleReadError } from '../../bundle/bundle.js'
import { sha256Of } from '../../durable/whole-file.js'
import { withLaterFields } from '../../host/saving/store.js'
import { RefusedError } from '../miniapps/context.js'
import { picturesOf, unpackPictures } from '../miniapps/receive-upload.js'
import type { MiniAppVersion } from '../miniapps/records.js'
import type { NextFiles } from '../records/media-files.js'
import { DOCUMENT_TABLES, RECORDS, type Table } from '../records/records.js'
import { type Change, put } from '../records/store.js'
import type { World } from '../world.js'
import { replaceWorld } from './replace-world.js'

/** A file; null for one that was missing already when the document was written. */
const base64 = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .nullable()

const documentSchema = z.strictObject({
  schema: z.literal(1),
  records: z.partialRecord(z.enum(DOCUMENT_TABLES), z.record(z.string(), z.unknown())),
  versions: z.record(z.string(), base64).default({}),
  media: z.record(z.string(), base64).default({}),
})

type GivenDocument = z.output<typeof documentSchema>

/**
 * Puts a document in place of everything that is kept, all of it or nothing.
 * @throws {RefusedError} `invalid`, naming the place
 */
export const importData = async (world: World, given: unknown): Promise<void> => {
  const document = documentSchema.safeParse(given)
  if (!document.success) {
    const [issue] = document.error.issues
    throw new RefusedError('invalid', `${issue?.path.join('.') || 'document'}: ${issue?.message}`)
  }
  const changes = readRecords(document.data)
  requireWhole(document.data, changes)
  await replaceWorld(world, (files) => keepFiles(files, document.data, changes))
}

const invalid = (place: string, message: string): RefusedError =>
  new RefusedError('invalid', `${place}: ${message}`)

const readRecords = ({ records }: GivenDocument): readonly Change[] =>
  Object.entries(records).flatMap(([name, entries]) =>
    Object.entries(entries ?? {}).map(([key, value]) => {
      const table = name as Table
      const record = RECORDS[table].safeParse(value)
      const place = `records.${table}.${key}`
      if (!record.success) {
        const [issue] = record.error.issues
        throw invalid([place, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is not a record')
      }
      if ('id' in record.data && record.data.id !== key) throw invalid(place, 'has another id than its key')
      return { table, key, value: withLaterFields(record.data, value) } as Change
    }),
  )

const requireFile = (
  place: string,
  file: Uint8Array | null | undefined,
  bytes: number,
  sha256: string | null,
): void => {
  if (file === undefined) throw invalid(place, 'has no file')
  if (file === null) return
  if (file.byteLength !== bytes)
    throw invalid(place, `has a file of ${file.byteLength} bytes, not of ${bytes}`)
  if (sha256 !== null && sha256Of(file) !== sha256) throw invalid(place, 'has another file than was uploaded')
}

/** Refuses a document whose parts name others that are missing. */
const requireWhole = ({ versions, media }: GivenDocument, changes: readonly Change[]): void => {
  const keys = new Map<Table, Set<string>>()
  for (const { table, key } of changes) keys.set(table, (keys.get(table) ?? new Set()).add(key))
  const require = (place: string, table: Table, key: string): void => {
    if (keys.get(table)?.has(key) !== true)
      throw invalid(place, `names the ${table} ${key}, which is missing`)
  }
  const deleted = new Set<string>()
  for (const change of changes) {
    const place = `records.${change.table}.${change.key}`
    if (change.value === null) continue
    if (change.table === 'miniApp') {
      require(place, 'member', change.value.owner)
      if (change.value.standing === 'deleted') deleted.add(change.key)
    } else if (change.table === 'sale') {
      require(place, 'miniApp', change.value.appId)
      require(place, 'member', change.value.buyer)
    } else if (change.table === 'payout') require(place, 'member', change.value.to)
    else if (change.table === 'notice') require(place, 'miniApp', change.value.appId)
    else if (change.table === 'media')
      requireFile(place, media[change.key], change.value.bytes, change.value.sha256)
  }
  for (const change of changes) {
    if (change.table !== 'miniAppVersion' || change.value === null) continue
    const place = `records.miniAppVersion.${change.key}`
    require(place, 'miniApp', change.value.appId)
    if (change.key !== `${change.value.appId}/${change.value.version}`) throw invalid(place, 'has another id')
    const { appId, zipBytes, zipSha256 } = change.value
    if (!deleted.has(appId)) requireFile(place, versions[change.key], zipBytes, zipSha256)
  }
}

/** Writes the files of a document. @returns its records, with the digests that documents of earlier versions lack */
const keepFiles = async (
  files: NextFiles,
  document: GivenDocument,
  changes: readonly Change[],
): Promise<readonly Change[]> => {
  const kept: Change[] = []
  for (const change of changes)
    if (change.table === 'miniAppVersion' && change.value !== null)
      kept.push(put(change.table, change.key, await keepZip(files, document, change.value)))
    else if (change.table === 'media' && change.value !== null) {
      const bytes = document.media[change.key]
      if (bytes != null) await files.media.put(change.key, bytes)
      const sha256 = bytes == null ? change.value.sha256 : sha256Of(bytes)
      kept.push(put(change.table, change.key, { ...change.value, sha256 }))
    } else kept.push(change)
  return kept
}

const keepZip = async (
  { versionFiles }: NextFiles,
  document: GivenDocument,
  version: MiniAppVersion,
): Promise<MiniAppVersion> => {
  const zip = document.versions[version.id]
  const incoming = zip == null ? null : await versionFiles.receive([zip], Number.POSITIVE_INFINITY)
  if (incoming === null) return version
  try {
    const facts = await unpackPictures(incoming, picturesOf(version.manifest), versionFiles).catch(
      (error: unknown) => {
        if (!(error instanceof BundleReadError)) throw error
        throw invalid(`versions.${version.id}`, `is not the zip of this version: ${error.message}`)
      },
    )
    await versionFiles.keep(incoming, version)
    return { ...version, zipSha256: incoming.sha256, ...facts }
  } finally {
    await versionFiles.discard(incoming)
  }
}
