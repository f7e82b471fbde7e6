import type { CreatePostBody } from '../../platform/publishing-bodies.js'
import type { MediaFile } from '../../publish/media-file.js'
import { DEFAULT_PROFILE } from '../../publish/profile.js'
import { safeText } from '../../terminal/safe-text.js'
import { shellWord } from '../../terminal/shell-word.js'
import type { MediaFlags } from './prepare-media.js'

/**
 * The command that publishes a post whose files are partly or fully uploaded, so that nothing is uploaded
 * twice.
 * @param references of the uploaded files
 * @param files that are not yet uploaded
 */
export const resumeCommand = (
  post: CreatePostBody,
  references: readonly string[],
  files: readonly MediaFile[],
  flags: MediaFlags & { readonly baseUrl?: string; readonly profile: string },
): string => {
  const words = [
    ...['--rating', post.content_rating, '--reason', post.rating_reasoning],
    ...(flags.baseUrl === undefined ? [] : ['--base-url', flags.baseUrl]),
    ...(flags.profile === DEFAULT_PROFILE ? [] : ['--profile', flags.profile]),
    ...(files.length === 0 ? [] : ['--media', ...files.map(({ path }) => path)]),
    ...(files.length > 0 && flags.optimize ? ['--optimize'] : []),
    ...(files.length > 0 && flags.stripMetadata !== undefined
      ? [flags.stripMetadata ? '--strip-metadata' : '--no-strip-metadata']
      : []),
    ...['--media-ref', ...references],
    // Everything after `--` is the text, even if it starts with a dash.
    ...['--', post.content],
  ]
  return safeText(`miniapp post ${words.map((word) => shellWord(word)).join(' ')}`)
}
