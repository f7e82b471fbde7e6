import type { MediaFile } from '../../publish/media/media-file.js'
import { shrinkMedia } from '../../publish/media/shrunk-media.js'
import { safeLine } from '../../terminal/safe-text.js'
import { formatBytes } from '../../terminal/units.js'
import type { CommandContext } from '../context.js'

/**
 * `--optimize`: replaces a picture that is too large by a smaller one. Reports the savings.
 * @param asks whether the user is asked first
 * @returns the original file if it is not too large, is not a picture, or the user declines
 */
export const optimizeMedia = async (
  file: MediaFile,
  asks: boolean,
  context: CommandContext,
): Promise<MediaFile> => {
  const shrunk = await shrinkMedia(file)
  if (shrunk === null) return file
  const { width, height } = shrunk
  const sizes = `${formatBytes(file.size)} → ${formatBytes(shrunk.file.size)}`
  const summary = `${safeLine(file.name)}: ${sizes} (${width} × ${height} pixels, ${shrunk.file.type}, without its metadata)`
  if (!asks) {
    context.note(summary)
    return shrunk.file
  }
  const { askYes } = await import('./ask.js')
  return (await askYes(`${summary}. Send the smaller one?`, context)) ? shrunk.file : file
}
