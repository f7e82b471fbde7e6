import type { CreatePostBody } from '../../platform/publishing-bodies.js'
import { DEFAULT_PROFILE } from '../../publish/profile.js'
import { safeText } from '../../terminal/safe-text.js'
import { shellWord } from '../../terminal/shell-word.js'
import type { MediaFlags } from './prepare-media.js'

/**
 * The command that publishes a post whose files are partly or fully uploaded, so that nothing is uploaded
 * twice.
 * @param post with the references of the uploaded files
 * @param waiting the paths of the files that are not uploaded yet
 */
export const resumeCommand = (
  post: CreatePostBody,
  waiting: readonly string[],
  flags: MediaFlags & { readonly baseUrl?: string; readonly profile: string },
): string => {
  const words = [
    ...['--rating', post.content_rating, '--reason', post.rating_reasoning],
    ...(flags.baseUrl === undefined ? [] : ['--base-url', flags.baseUrl]),
    ...(flags.profile === DEFAULT_PROFILE ? [] : ['--profile', flags.profile]),
    ...(waiting.length === 0 ? [] : ['--media', ...waiting]),
    ...(waiting.length > 0 && flags.optimize ? ['--optimize'] : []),
    ...(waiting.length > 0 && flags.stripMetadata !== undefined
      ? [flags.stripMetadata ? '--strip-metadata' : '--no-strip-metadata']
      : []),
    ...['--media-ref', ...(post.media_urls ?? [])],
    // Everything after `--` is the text, even if it starts with a dash.
    ...['--', post.content],
  ]
  return safeText(`miniapp post ${words.map((word) => shellWord(word)).join(' ')}`)
}
