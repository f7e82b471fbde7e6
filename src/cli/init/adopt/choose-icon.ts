import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { drawIcon, type MadeIcon, makeIcon, pictureSize, readable } from '../../../adopt/icon.js'
import type { Hints } from '../../../adopt/project/hints.js'
import type { ReadGame } from '../../../adopt/read-game.js'
import { cannot, usageFailure } from '../../../failure.js'
import type { AdoptFlags } from './adopt-answers.js'

/**
 * The icon that the flag names, from the game or from anywhere; without it, the best picture there.
 * @throws {Failure} `usage` where `--icon` does not name a picture
 */
export const chooseIcon = async (
  { icon, from }: AdoptFlags,
  { files }: ReadGame,
  { icons, background }: Hints,
  cwd: string,
): Promise<MadeIcon> => {
  if (icon === undefined) return makeIcon(files, icons, background)
  const bytes = await readable(icon, files.get(icon) ?? (await readPicture(icon, from, cwd)))
  if ((await pictureSize(bytes)) === null)
    throw usageFailure(
      `--icon is not a picture: ${icon}.`,
      'Name a PNG, JPEG, WebP, GIF, AVIF, SVG or ICO file.',
    )
  return { bytes: await drawIcon(bytes, background), from: icon }
}

const readPicture = (icon: string, from: string, cwd: string): Promise<Uint8Array> =>
  readFile(resolve(cwd, icon)).catch(cannot(`read the picture: it is not in ${from}, nor at`, icon))
