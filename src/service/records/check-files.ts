import { BundleReadError } from '../../bundle/bundle.js'
import { versionFileIds } from '../control/version-file-ids.js'
import { picturesOf, unpackPictures } from '../miniapps/receive-upload.js'
import type { MiniAppVersion } from '../miniapps/records.js'
import { ZIP_NAME } from '../miniapps/version-files.js'
import type { World } from '../world.js'

type FilesWorld = Pick<World, 'store' | 'media' | 'versionFiles' | 'log'>

/** Sets uploaded files aside that are not as they were uploaded, and reports them. Pictures are unpacked again. */
export const checkFiles = async ({ store, media, versionFiles, log }: FilesWorld): Promise<void> => {
  const report = (words: string | null): void => {
    if (words !== null) log({ event: 'set-aside', words })
  }
  for (const { id, bytes } of store.all('media')) {
    const fault = await media.check(id, bytes)
    if (fault !== null) report(fault.words)
  }
  for (const version of versionFileIds(store)) {
    const zip = await versionFiles.check(version, ZIP_NAME, version.zipBytes)
    if (zip !== null) report(zip.words)
    const broken: string[] = []
    for (const { name } of picturesOf(version.manifest)) {
      const fault = await versionFiles.check(version, name, version.pictureBytes[name] ?? null)
      if (fault === null) continue
      report(fault.words)
      broken.push(name)
    }
    if (zip === null && broken.length > 0) await unpackAgain(version, broken, versionFiles)
  }
}

const unpackAgain = async (
  version: MiniAppVersion,
  names: readonly string[],
  versionFiles: FilesWorld['versionFiles'],
): Promise<void> => {
  const pictures = picturesOf(version.manifest).filter(({ name }) => names.includes(name))
  try {
    await unpackPictures(versionFiles.arrived(version, version.zipBytes), pictures, versionFiles)
  } catch (error) {
    // Its zip has the right size and is damaged inside: who opens the app hears of it.
    if (!(error instanceof BundleReadError)) throw error
  }
}
