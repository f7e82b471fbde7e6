import { BundleReadError } from '../../bundle/bundle.js'
import { type FileFault, type Look, sha256Of } from '../../durable/whole-file.js'
import { mediaType } from '../../media/media-type.js'
import { type Picture, picturesOf, readThrough, unpackPictures } from '../miniapps/receive-upload.js'
import type { MiniAppVersion } from '../miniapps/records.js'
import { ZIP_NAME } from '../miniapps/version-files.js'
import type { World } from '../world.js'
import type { RecordOf } from './records.js'
import type { ServiceStore } from './store.js'
import { put } from './store.js'

/**
 * Uploaded files that are not as they were uploaded are set aside and reported: at the start those that are missing, have
 * another size or cannot be read, and before each use those with another content.
 */
type FilesWorld = Pick<World, 'store' | 'media' | 'miniApps' | 'versionFiles' | 'log'>

/** Checks all uploaded files at the start. Pictures are unpacked again. */
export const checkFiles = async (world: FilesWorld): Promise<void> => {
  await addDigests(world)
  for (const media of world.store.all('media')) report(world, await world.media.check(media, 'size'))
  for (const version of versionFileIds(world.store)) {
    report(world, await world.versionFiles.check(version, ZIP_NAME, 'size'))
    for (const picture of picturesOf(version.manifest)) await isPictureWhole(world, version, picture, 'size')
  }
}

/** Checks an uploaded picture or video before it is used. @returns null if it is whole */
export const faultOfMedia = async (world: FilesWorld, media: RecordOf<'media'>): Promise<FileFault | null> =>
  reportUsed(world, await world.media.check(media, 'content'))

/** The same for the zip of a version. */
export const faultOfZip = async (world: FilesWorld, version: MiniAppVersion): Promise<FileFault | null> =>
  reportUsed(world, await world.versionFiles.check(version, ZIP_NAME, 'content'))

/** The same for a picture of a version, which is unpacked again where it is not whole. @returns whether it is whole now */
export const isPictureWhole = async (
  world: FilesWorld,
  version: MiniAppVersion,
  picture: Picture,
  look: Look = 'content',
): Promise<boolean> => {
  const check = () => world.versionFiles.check(version, picture.name, look)
  const fault = await check()
  if (fault === null) return true
  report(world, fault)
  if ((await faultOfZip(world, version)) !== null) return false
  return await world.miniApps.exclusively(async () => {
    // Another request may have been faster.
    if ((await check()) !== null)
      await unpackPictures(world.versionFiles.arrived(version), [picture], world.versionFiles)
    return (await check()) === null
  })
}

/**
 * Gives digests to what earlier versions saved without. What is damaged already shows by its form: a zip cannot be read
 * through, and a picture or video is of another type.
 */
const addDigests = async (world: FilesWorld): Promise<void> => {
  const { store, media, versionFiles } = world
  for (const one of [...store.all('media')].filter(({ sha256 }) => sha256 === null)) {
    const fault = await media.check(one, 'size')
    const bytes = fault === null ? await media.get(one.id) : null
    if (bytes === null) report(world, fault)
    else if (kindOf(await mediaType(bytes)) === kindOf(one.type))
      await store.commit([put('media', one.id, { ...one, sha256: sha256Of(bytes) })])
    else report(world, await media.check({ ...one, sha256: '' }, 'content'))
  }
  for (const version of versionFileIds(store).filter(({ zipSha256 }) => zipSha256 === null)) {
    const fault = await versionFiles.check(version, ZIP_NAME, 'size')
    const zip = fault === null ? await versionFiles.zip(version) : null
    if (zip === null) {
      report(world, fault)
      continue
    }
    try {
      const facts = await readThrough(versionFiles.zipPath(version), picturesOf(version.manifest))
      await store.commit([
        put('miniAppVersion', version.id, { ...version, zipSha256: sha256Of(zip), ...facts }),
      ])
    } catch (error) {
      if (!(error instanceof BundleReadError)) throw error
      report(world, await versionFiles.check({ ...version, zipSha256: '' }, ZIP_NAME, 'content'))
    }
  }
}

/** Whether something is an image or a video: the type of a story is as it was declared. */
const kindOf = (type: string | null): string | undefined => type?.split('/')[0]

const report = ({ log }: FilesWorld, fault: FileFault | null): void => {
  if (fault !== null && fault.words !== null) log({ event: 'set-aside', words: fault.words })
}

/** What is missing was reported at the start. */
const reportUsed = (world: FilesWorld, fault: FileFault | null): FileFault | null => {
  if (fault?.why !== 'missing') report(world, fault)
  return fault
}

/** The versions that have files: all but those of deleted apps (3.1). */
export const versionFileIds = (records: Pick<ServiceStore, 'get' | 'all'>): readonly MiniAppVersion[] =>
  [...records.all('miniAppVersion')].filter(
    ({ appId }) => (records.get('miniApp', appId)?.standing ?? 'deleted') !== 'deleted',
  )
