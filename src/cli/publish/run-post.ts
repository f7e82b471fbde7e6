import { resolve } from 'node:path'
import { Failure, usageFailure } from '../../failure.js'
import { withLinks } from '../../platform/post-content.js'
import type { CreatePostBody } from '../../platform/publishing-bodies.js'
import { type Draft, type Drafts, findDraft, type KeptDraft } from '../../publish/drafts.js'
import { LostAnswer } from '../../publish/requests/authorized-call.js'
import { parseUrl } from '../../publish/requests/server-address.js'
import { DEFAULT_PROFILE } from '../../publish/token-store/token-store.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeText } from '../../terminal/safe-text.js'
import { shellWord } from '../../terminal/shell.js'
import type { CommandContext } from '../context.js'
import { failureValue } from '../failure-json.js'
import { readAccount } from './account.js'
import { askYes } from './ask.js'
import { needsEditor, readPostText } from './post-source.js'
import type { MediaFlags } from './prepare-media.js'
import { publishingTools } from './publishing-tools.js'
import { discardDraft, listDrafts, noteDraft } from './run-drafts.js'
import { checkAndSend, type PostProgress, type SendFlags } from './send-post.js'

export interface PostFlags extends SendFlags {
  readonly link?: readonly string[]
  readonly file?: string
  /** `true` without an ID: the newest one. */
  readonly retry?: string | true
  readonly drafts: boolean
  readonly discard?: string | true
}

/** Publishes a post: checks the text, asks for what is missing, then sends. */
export const runPost = async (
  argument: string | undefined,
  flags: PostFlags,
  context: CommandContext,
): Promise<void> => {
  if (flags.drafts || flags.retry !== undefined || flags.discard !== undefined) {
    await runWithDrafts(argument, flags, context)
    return
  }
  const links = (flags.link ?? []).map(readLink)
  // Fail before the user writes a text if they are not signed in.
  if (needsEditor(argument, flags.file, context) && !flags.dryRun)
    await readAccount(flags, publishingTools(context).store, context)
  const { text, edited, piped } = await readPostText(argument, flags.file, context)
  const content = withLinks(text, links)
  let sent = false
  try {
    // A text from a pipe is nowhere else.
    sent = await sendOrKeep(content, flags, piped && !flags.dryRun ? 'new' : null, context)
  } finally {
    if (edited !== null) {
      const { forgetEdited, keptIn } = await import('./post-editor.js')
      if (sent) await forgetEdited(edited)
      else context.note(keptIn(edited))
    }
  }
}

/** `--drafts`, `--retry` and `--discard`. */
const runWithDrafts = async (
  argument: string | undefined,
  flags: PostFlags,
  context: CommandContext,
): Promise<void> => {
  const given = [flags.drafts, flags.retry !== undefined, flags.discard !== undefined]
  if (argument !== undefined || flags.file !== undefined || given.filter(Boolean).length > 1)
    throw usageFailure(
      '--drafts, --retry and --discard cannot be combined with each other, or with a text.',
      'Use only one of them, without a text and without --file.',
    )
  const { drafts } = publishingTools(context)
  if (flags.drafts) {
    await listDrafts(drafts, flags.format, context)
    return
  }
  const id = flags.retry ?? flags.discard
  const kept = await findDraft(drafts, id === undefined || id === true ? null : id)
  if (flags.discard !== undefined) {
    await discardDraft(drafts, kept, flags.format, context)
    return
  }
  await retry(kept, flags, drafts, context)
}

/** Sends a draft, and removes it once it is published. */
const retry = async (
  kept: KeptDraft,
  flags: PostFlags,
  drafts: Drafts,
  context: CommandContext,
): Promise<void> => {
  const { id, draft } = kept
  if (draft.uncertain && !flags.yes && !flags.dryRun) {
    if (!context.interactive)
      throw usageFailure(
        `The draft ${id} may have been published: the answer was lost.`,
        `Check miniapp feed, then run miniapp post --retry ${id} --yes, or miniapp post --discard ${id}.`,
      )
    if (!(await askYes('This draft may have been published: the answer was lost. Send it again?', context)))
      return
  }
  const sent = await sendOrKeep(draft.content, flagsOf(draft, flags), kept, context)
  if (sent) await drafts.remove(id)
}

/** The draft's settings; a flag wins. */
const flagsOf = (draft: Draft, flags: PostFlags): PostFlags => {
  const baseUrl = flags.baseUrl ?? draft.baseUrl
  const rating = flags.rating ?? draft.rating
  const reason = flags.reason ?? draft.reason
  const stripMetadata = flags.stripMetadata ?? draft.stripMetadata
  return {
    ...flags,
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(rating === null ? {} : { rating }),
    ...(reason === null ? {} : { reason }),
    ...(stripMetadata === null ? {} : { stripMetadata }),
    optimize: flags.optimize || draft.optimize,
    profile: flags.profile === DEFAULT_PROFILE ? draft.profile : flags.profile,
    media: [...draft.media, ...(flags.media ?? [])],
    mediaRef: [...draft.references, ...(flags.mediaRef ?? [])],
  }
}

/**
 * Sends a post; if that fails, keeps it as a draft or prints the command that goes on.
 * @param keepAs a draft that is already kept, `new` to keep one, or null to keep none
 * @returns whether the post was published
 */
const sendOrKeep = async (
  content: string,
  flags: PostFlags,
  keepAs: KeptDraft | 'new' | null,
  context: CommandContext,
): Promise<boolean> => {
  const progress: PostProgress = {
    body: null,
    waiting: (flags.media ?? []).map((path) => resolve(context.cwd, path)),
    uploaded: 0,
    isSending: false,
  }
  try {
    return await checkAndSend(content, flags, progress, context)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const draft =
      keepAs === null || !isKept(error) ? null : draftOf(content, flags, progress, keepAs, error, context)
    const id = draft === null ? null : await keep(draft, keepAs, context)
    const { body, uploaded } = progress
    if (flags.format === 'json' && (uploaded > 0 || id !== null))
      context.out(
        jsonDocument({
          schema: 1,
          ...failureValue(error),
          ...(uploaded > 0 ? { post: body } : {}),
          ...(id === null ? {} : { draft: id }),
        }),
      )
    if (id !== null) noteDraft(id, draft?.uncertain === true, context)
    else if (uploaded > 0 && body !== null) {
      context.note('Some files are already uploaded. To continue without uploading them again, run:')
      context.note(`  ${resumeCommand(body, progress.waiting, flags)}`)
    }
    throw error
  }
}

/** Whether the post may succeed later without changes, or its text would be lost. */
const isKept = ({ kind, status }: Failure): boolean =>
  kind !== 'usage' && (kind !== 'refused' || status !== null)

const draftOf = (
  content: string,
  flags: PostFlags,
  { body, waiting, isSending }: PostProgress,
  keepAs: KeptDraft | 'new',
  failure: Failure,
  context: CommandContext,
): Draft => {
  const isLost = isSending && (failure instanceof LostAnswer || failure.kind === 'interrupted')
  return {
    schema: 1,
    savedAt: keepAs === 'new' ? publishingTools(context).clock.now() : keepAs.draft.savedAt,
    content,
    rating: body?.content_rating ?? flags.rating ?? null,
    reason: body?.rating_reasoning ?? flags.reason ?? null,
    media: [...waiting],
    references: [...(body?.media_urls ?? flags.mediaRef ?? [])],
    optimize: flags.optimize,
    stripMetadata: flags.stripMetadata ?? null,
    baseUrl: flags.baseUrl ?? null,
    profile: flags.profile,
    uncertain: isLost || (keepAs !== 'new' && keepAs.draft.uncertain),
  }
}

/** @returns the ID of the draft, or null if it could not be kept, which is reported */
const keep = async (
  draft: Draft,
  keepAs: KeptDraft | 'new' | null,
  context: CommandContext,
): Promise<string | null> => {
  const id = keepAs === 'new' ? undefined : keepAs?.id
  try {
    return await publishingTools(context).drafts.save(draft, id)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    context.noteFailure(error)
    return null
  }
}

/** A URL for `--link`: one that a browser can open and that fits on a line. */
const readLink = (text: string): string => {
  const link = text.trim()
  const url = parseUrl(link)
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && !/[\s<>"`]/u.test(link))
    return link
  throw usageFailure(`${JSON.stringify(text)} is not a web address.`, 'Give --link an http or https URL.')
}

/**
 * The command that publishes a post whose files are partly or fully uploaded, so that nothing is uploaded
 * twice.
 * @param post with the references of the uploaded files
 * @param waiting the paths of the files that are not uploaded yet
 */
const resumeCommand = (
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
