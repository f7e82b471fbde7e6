import { extname } from 'node:path'
import type { Bundle } from '../../bundle/bundle.js'
import { openZip } from '../../bundle/zip-reader.js'
import { readManifest } from '../../check/facts/manifest/manifest.js'
import { check } from '../../check/run.js'
import type { Manifest } from '../../platform/manifest.js'
import type { MiniApps } from './mini-apps.js'
import { acceptUpload, type CheckedUpload, requireUploadable, type UploadOutcome } from './upload.js'
import type { Incoming, VersionFiles } from './version-files.js'

/** More than the largest zip, so that one that is somewhat too large is told its size. */
const MOST_BYTES = 268_435_456

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
    if (manifest !== null) await addPictures(bundle, incoming, manifest, versionFiles)
    return { result, manifest, zipBytes: incoming.bytes }
  } finally {
    await bundle.close()
  }
}

/** Unpacks the pictures of a zip that was checked before. */
export const unpackPictures = async (
  incoming: Incoming,
  manifest: Manifest,
  versionFiles: VersionFiles,
): Promise<void> => {
  const bundle = await openZip(incoming.zip)
  try {
    await addPictures(bundle, incoming, manifest, versionFiles)
  } finally {
    await bundle.close()
  }
}

const addPictures = async (
  bundle: Bundle,
  incoming: Incoming,
  manifest: Manifest,
  versionFiles: VersionFiles,
): Promise<void> => {
  for (const { path, name } of picturesOf(manifest))
    await versionFiles.addPicture(incoming, name, await bundle.read(path))
}

/** The pictures of the catalogue: where they are in the bundle, and what they are called beside the zip. */
export const picturesOf = ({
  icon,
  screenshots = [],
}: Manifest): readonly { readonly path: string; readonly name: string }[] => [
  { path: icon, name: 'icon.png' },
  ...screenshots.map((path, index) => ({
    path,
    name: `screenshot-${index + 1}${extname(path).toLowerCase()}`,
  })),
]
