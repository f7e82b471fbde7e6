import type { CreatePostBody } from '../../platform/publishing-bodies.js'
import type { MediaFile } from '../../publish/media-file.js'
import { DEFAULT_PROFILE } from '../../publish/profile.js'
import { safeText } from '../../terminal/safe-text.js'
import { shellWord } from '../../terminal/shell-word.js'

/**
 * The command that publishes a post whose files are uploaded, some or all: nothing need be uploaded twice.
 * @param references of what is uploaded
 * @param files that are not
 */
export const goOnCommand = (
  post: CreatePostBody,
  references: readonly string[],
  files: readonly MediaFile[],
  flags: { readonly baseUrl?: string; readonly profile: string; readonly optimize: boolean },
): string => {
  const words = [
    ...['--rating', post.content_rating, '--reason', post.rating_reasoning],
    ...(flags.baseUrl === undefined ? [] : ['--base-url', flags.baseUrl]),
    ...(flags.profile === DEFAULT_PROFILE ? [] : ['--profile', flags.profile]),
    ...(files.length === 0 ? [] : ['--media', ...files.map(({ path }) => path)]),
    ...(files.length > 0 && flags.optimize ? ['--optimize'] : []),
    ...['--media-ref', ...references],
    // Whatever follows is the text, even where it starts as a flag does.
    ...['--', post.content],
  ]
  return safeText(`miniapp post ${words.map((word) => shellWord(word)).join(' ')}`)
}
