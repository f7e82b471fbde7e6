import { BundleReadError } from '../../bundle/bundle.js'
import type { FileFault, Look } from '../../durable/whole-file.js'
import { versionFileIds } from '../control/version-file-ids.js'
import { type Picture, picturesOf, unpackPictures } from '../miniapps/receive-upload.js'
import type { MiniAppVersion } from '../miniapps/records.js'
import { ZIP_NAME } from '../miniapps/version-files.js'
import type { World } from '../world.js'
import type { RecordOf } from './records.js'

/**
 * Uploaded files that are not as they were uploaded are set aside and reported: at the start those that are missing, have
 * another size or cannot be read, and before each use those with another content.
 */
type FilesWorld = Pick<World, 'store' | 'media' | 'miniApps' | 'versionFiles' | 'log'>

/** Checks all uploaded files at the start. Pictures are unpacked again. */
export const checkFiles = async (world: FilesWorld): Promise<void> => {
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
    if ((await check()) !== null) await unpackAgain(world, version, picture)
    return (await check()) === null
  })
}

const unpackAgain = async (
  { versionFiles }: FilesWorld,
  version: MiniAppVersion,
  picture: Picture,
): Promise<void> => {
  try {
    await unpackPictures(versionFiles.arrived(version), [picture], versionFiles)
  } catch (error) {
    // A zip without a digest is damaged inside: who opens the app hears of it.
    if (!(error instanceof BundleReadError)) throw error
  }
}

const report = ({ log }: FilesWorld, fault: FileFault | null): void => {
  if (fault !== null && fault.words !== null) log({ event: 'set-aside', words: fault.words })
}

/** What is missing was reported at the start. */
const reportUsed = (world: FilesWorld, fault: FileFault | null): FileFault | null => {
  if (fault?.why !== 'missing') report(world, fault)
  return fault
}
