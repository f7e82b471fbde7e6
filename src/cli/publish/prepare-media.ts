import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../durable/folders.js'
import type { MediaFile } from '../../publish/media/media-file.js'
import { safeLine } from '../../terminal/safe-text.js'
import { formatBytes } from '../../terminal/units.js'
import type { CommandContext } from '../context.js'
import { askYes } from './ask.js'

export interface MediaFlags {
  readonly optimize: boolean
  /** Undefined if neither `--strip-metadata` nor `--no-strip-metadata` is given. */
  readonly stripMetadata?: boolean
  /** `--yes`: ask nothing. */
  readonly yes?: boolean
}

/**
 * Makes files ready to send, one at a time to limit memory use: shrinks those that are too large under
 * `--optimize`, and removes metadata where the user wants that.
 * @param use sends the files; copies of videos are removed afterwards
 */
export const withPreparedMedia = async <Result>(
  given: readonly MediaFile[],
  flags: MediaFlags,
  context: CommandContext,
  use: (files: readonly MediaFile[]) => Promise<Result>,
): Promise<Result> => {
  let made: string | null = null
  let count = 0
  // A folder for each copy, since files of one name may come from several folders.
  const folder = async (): Promise<string> => {
    made ??= await mkdtemp(join(tmpdir(), 'miniapp-media-'))
    count += 1
    return await mkdtemp(join(made, `${count}-`))
  }
  try {
    const files: MediaFile[] = []
    for (const file of given) {
      const small = flags.optimize ? await optimized(file, flags, context) : file
      if (await wantsStripped(small, flags, context)) {
        const { stripMedia } = await import('../../publish/media/stripped-media.js')
        files.push(await stripMedia(small, folder))
      } else files.push(small)
    }
    return await use(files)
  } finally {
    if (made !== null) await removeFolder(made)
  }
}

/**
 * Replaces a picture that is too large by a smaller one, and reports the savings. On a terminal, the user is asked.
 * @returns the original file if it is not too large, is not a picture, or the user declines
 */
const optimized = async (
  file: MediaFile,
  { yes = false }: MediaFlags,
  context: CommandContext,
): Promise<MediaFile> => {
  const { shrinkMedia } = await import('../../publish/media/shrunk-media.js')
  const shrunk = await shrinkMedia(file)
  if (shrunk === null) return file
  const { width, height } = shrunk
  const sizes = `${formatBytes(file.size)} → ${formatBytes(shrunk.file.size)}`
  const summary = `${safeLine(file.name)}: ${sizes} (${width} × ${height} pixels, ${shrunk.file.type}, without its metadata)`
  if (!context.interactive || yes) {
    context.note(summary)
    return shrunk.file
  }
  return (await askYes(`${summary}. Send the smaller one?`, context)) ? shrunk.file : file
}

/** A place is removed only if the user agrees: on a terminal they are asked, elsewhere a flag says so. */
const wantsStripped = async (
  file: MediaFile,
  { stripMetadata, yes = false }: MediaFlags,
  context: CommandContext,
): Promise<boolean> => {
  if (stripMetadata !== undefined) return stripMetadata
  if (!file.hasLocation) return false
  const fact = `${safeLine(file.name)} contains the location where it was taken.`
  const warning = context.noteStyles.yellow('warning')
  const { canStrip } = await import('../../publish/media/stripped-media.js')
  if (!canStrip(file.type)) {
    context.note(`${warning} ${fact} miniapp cannot remove it from ${file.type} files; use another tool.`)
    return false
  }
  if (context.interactive && !yes) {
    return await askYes(`${fact} Remove it and the other metadata before sending?`, context)
  }
  context.note(
    `${warning} ${fact} To remove it, use --strip-metadata; to keep it without this warning, use --no-strip-metadata.`,
  )
  return false
}
