import { extname } from 'node:path'
import type { Bundle } from '../../bundle/bundle.js'
import { openZip } from '../../bundle/zip-reader.js'
import { readManifest } from '../../check/facts/manifest/manifest.js'
import { check } from '../../check/run.js'
import { sha256Of } from '../../durable/whole-file.js'
import { MAX_ZIP_BYTES } from '../../platform/limits.js'
import type { Manifest } from '../../platform/manifest.js'
import { MB } from '../../platform/units.js'
import type { MiniApps } from './mini-apps.js'
import { acceptUpload, type CheckedUpload, requireUploadable, type UploadOutcome } from './upload.js'
import type { Incoming, VersionFiles } from './version-files.js'

/** More than the largest zip, so that one that is somewhat too large is told its size. */
const MOST_BYTES = 268_435_456

/** What an upload of more bytes is answered. */
export const FAR_TOO_LARGE = `The zip is far larger than the limit of ${MAX_ZIP_BYTES / MB} MB.`

interface UploadWorld {
  readonly miniApps: MiniApps
  readonly versionFiles: VersionFiles
}

/**
 * Takes an upload from its first byte to its answer: to the disk, through `check`, into review (3.1).
 * @returns null where it is far larger than any zip may be
 * @throws {RefusedError} where the app takes no upload
 */
export const receiveUpload = async (
  { miniApps, versionFiles }: UploadWorld,
  appId: string,
  source: AsyncIterable<Uint8Array>,
): Promise<UploadOutcome | null> => {
  const after = await miniApps.run((context) => requireUploadable(context, appId))
  const incoming = await versionFiles.receive(source, MOST_BYTES)
  if (incoming === null) return null
  try {
    const checked = await checkZip(incoming, appId, after, versionFiles)
    return await miniApps.run(
      (context) => acceptUpload(context, appId, checked),
      async (outcome) => {
        if (outcome.accepted) await versionFiles.keep(incoming, outcome.version)
      },
    )
  } finally {
    await versionFiles.discard(incoming)
  }
}

const checkZip = async (
  incoming: Incoming,
  appId: string,
  after: string | null,
  versionFiles: VersionFiles,
): Promise<CheckedUpload> => {
  const bundle = { ...(await openZip(incoming.zip)), path: `${appId}.zip` }
  try {
    const result = await check(bundle, after === null ? {} : { after })
    const manifest = result.review === 'refused' ? null : (await readManifest(bundle)).manifest
    const pictures = manifest === null ? [] : picturesOf(manifest)
    const kept = await addPictures(bundle, incoming, pictures, versionFiles)
    return { result, manifest, zipBytes: incoming.bytes, zipSha256: incoming.sha256, ...kept }
  } finally {
    await bundle.close()
  }
}

/** Unpacks pictures of a zip that was checked before. @throws {BundleReadError} where the zip is damaged */
export const unpackPictures = async (
  incoming: Pick<Incoming, 'folder' | 'zip'>,
  pictures: readonly Picture[],
  versionFiles: VersionFiles,
): Promise<PictureFacts> => {
  const bundle = await openZip(incoming.zip)
  try {
    return await addPictures(bundle, incoming, pictures, versionFiles)
  } finally {
    await bundle.close()
  }
}

/** What is known of the pictures of a zip, which is read through. @throws {BundleReadError} where it is damaged */
export const readThrough = async (zip: string, pictures: readonly Picture[]): Promise<PictureFacts> => {
  const bundle = await openZip(zip)
  try {
    for (const { path } of bundle.files) await bundle.read(path)
    return await factsOf(bundle, pictures, async () => {})
  } finally {
    await bundle.close()
  }
}

/** The sizes and digests of pictures, by name. */
type PictureFacts = Pick<CheckedUpload, 'pictureBytes' | 'pictureSha256'>

const addPictures = async (
  bundle: Bundle,
  incoming: Pick<Incoming, 'folder'>,
  pictures: readonly Picture[],
  versionFiles: VersionFiles,
): Promise<PictureFacts> =>
  factsOf(bundle, pictures, (name, bytes) => versionFiles.addPicture(incoming, name, bytes))

const factsOf = async (
  bundle: Bundle,
  pictures: readonly Picture[],
  keep: (name: string, bytes: Uint8Array) => Promise<void>,
): Promise<PictureFacts> => {
  const pictureBytes: Record<string, number> = {}
  const pictureSha256: Record<string, string> = {}
  for (const { path, name } of pictures) {
    const bytes = await bundle.read(path)
    await keep(name, bytes)
    pictureBytes[name] = bytes.byteLength
    pictureSha256[name] = sha256Of(bytes)
  }
  return { pictureBytes, pictureSha256 }
}

/** A picture of the catalogue: where it is in the bundle, and what it is called beside the zip. */
export interface Picture {
  readonly path: string
  readonly name: string
}

/** The pictures of the catalogue. */
export const picturesOf = ({ icon, screenshots = [] }: Manifest): readonly Picture[] => [
  { path: icon, name: 'icon.png' },
  ...screenshots.map((path, index) => ({
    path,
    name: `screenshot-${index + 1}${extname(path).toLowerCase()}`,
  })),
]
