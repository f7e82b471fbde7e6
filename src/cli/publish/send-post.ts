import { resolve } from 'node:path'
import { usageFailure } from '../../failure.js'
import type { CreatePostBody } from '../../platform/publishing-bodies.js'
import { createPost } from '../../publish/create-post.js'
import { type MediaFile, readMediaFile } from '../../publish/media/media-file.js'
import { checkPostText, type PostProblem, type PostReport } from '../../publish/post-text.js'
import type { Account } from '../../publish/requests/authorized-call.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeText } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import { EXIT_CODES } from '../exit-codes.js'
import { readAccount } from './account.js'
import { askRating, askReason, askToPublish } from './ask.js'
import { describeMedia } from './media-text.js'
import { describePreview, describeProblem } from './post-report.js'
import { withPreparedMedia } from './prepare-media.js'
import { callContext, type PublishingTools, publishingTools } from './publishing-tools.js'
import { type StoryFlags, sayingWhatWasLost, sendMedia } from './run-upload.js'

/** Those of a story, and what only a post has. */
export interface SendFlags extends StoryFlags {
  readonly media?: readonly string[]
  readonly mediaRef?: readonly string[]
  readonly strict: boolean
}

/** How far a post got: what is needed to go on if it fails. */
export interface PostProgress {
  /** With the media that are attached so far; null until rating and reason are known. */
  body: CreatePostBody | null
  /** The files that are not uploaded yet. */
  waiting: readonly string[]
  uploaded: number
  /** Whether the post itself was being sent. */
  isSending: boolean
}

/**
 * Checks a text, asks for what is missing, and publishes it with its files.
 * @param progress kept up to date, also when this throws
 * @returns whether the post was published
 */
export const checkAndSend = async (
  content: string,
  flags: SendFlags,
  progress: PostProgress,
  context: CommandContext,
): Promise<boolean> => {
  if (content.trim() === '')
    throw usageFailure(
      'No text to post.',
      (flags.media ?? []).length > 1
        ? 'Put the text before --media: everything after --media is a file.'
        : 'Pass the text as an argument, with --file, or on stdin.',
    )
  const report = checkPostText(content)
  const problems = flags.strict ? report.problems.map(asError) : report.problems
  if (flags.format === 'text')
    for (const problem of problems)
      context.note(describeProblem(problem, context.noteStyles, context.noteColumns))
  if (problems.some(({ level }) => level === 'error')) {
    if (flags.format === 'json') context.out(documentOf({ ok: false, problems, report }))
    else context.note('Nothing was sent.')
    context.setExitCode(EXIT_CODES.no)
    return false
  }
  const given = await Promise.all(
    (flags.media ?? []).map((path) => readMediaFile(resolve(context.cwd, path))),
  )
  const tools = publishingTools(context)
  const account = flags.dryRun ? null : await readAccount(flags, tools.store, context)
  const checked = { content, problems, report }
  return await withPreparedMedia(given, flags, context, (files) =>
    sendPost(checked, files, { flags, account, progress }, tools, context),
  )
}

/** A text that may be posted. */
interface CheckedText {
  readonly content: string
  readonly problems: readonly PostProblem[]
  readonly report: PostReport
}

interface Sending {
  readonly flags: SendFlags
  /** Null for a dry run. */
  readonly account: Account | null
  readonly progress: PostProgress
}

/** @returns whether the post was published */
const sendPost = async (
  { content, problems, report }: CheckedText,
  files: readonly MediaFile[],
  { flags, account, progress }: Sending,
  tools: PublishingTools,
  context: CommandContext,
): Promise<boolean> => {
  const draft = await complete(content, flags, context)
  const given = flags.mediaRef ?? []
  const body = withMedia(draft, given)
  progress.body = body
  const preview = (styles: CommandContext['outStyles']): string =>
    [
      describePreview(body, report, styles, files.length),
      ...files.map((file) => describeMedia(file, styles)),
    ].join('\n')
  if (account === null) {
    if (flags.format === 'json')
      context.out(documentOf({ ok: true, problems, report, post: body, dryRun: true }))
    else {
      context.out(`${preview(context.outStyles)}\n`)
      context.note('Dry run: nothing was sent.')
    }
    return false
  }
  if (context.interactive && (flags.format === 'text' || asksFirst(files, flags, context)))
    context.note(preview(context.noteStyles))
  if (asksFirst(files, flags, context) && !(await askToPublish('Publish this?', context))) return false
  const references = [...given]
  for (const [index, file] of files.entries()) {
    progress.waiting = files.slice(index).map(({ path }) => path)
    references.push(await sendMedia(account, file, tools, flags, context))
    progress.body = withMedia(draft, references)
    progress.uploaded += 1
  }
  progress.waiting = []
  progress.isSending = true
  const post = withMedia(draft, references)
  const result = await createPost(account, post, callContext(tools, context, flags)).catch(
    sayingWhatWasLost('post', context),
  )
  if (flags.format === 'json') context.out(documentOf({ ok: true, problems, report, post, result }))
  else context.out(`${safeText(result).trim() || 'Published.'}\n`)
  return true
}

/** Files cannot be taken back: on a terminal, the user sees what will be sent first. */
const asksFirst = (
  files: readonly MediaFile[],
  { yes }: SendFlags,
  { interactive }: CommandContext,
): boolean => interactive && !yes && files.length > 0

const withMedia = (post: CreatePostBody, references: readonly string[]): CreatePostBody =>
  references.length === 0 ? post : { ...post, media_urls: [...references] }

/** Asks for the rating and the reason on a terminal; elsewhere, names the missing flags. */
const complete = async (
  content: string,
  flags: SendFlags,
  context: CommandContext,
): Promise<CreatePostBody> => {
  const reason = flags.reason?.trim() ?? ''
  const missing = [
    ...(flags.rating === undefined ? ['--rating (sfw, suggestive or nsfw)'] : []),
    ...(reason === '' ? ['--reason (why that rating)'] : []),
  ]
  if (missing.length > 0 && !context.interactive)
    throw usageFailure('A post needs a rating and a reason.', `Give ${missing.join(' and ')}.`)
  return {
    content,
    content_rating: flags.rating ?? (await askRating(context)),
    rating_reasoning: reason === '' ? await askReason('post', context) : reason,
  }
}

const asError = (problem: PostProblem): PostProblem => ({ ...problem, level: 'error' })

const NOTHING = { ok: false, dryRun: false, result: null, post: null }

/** The JSON of a post: what came of it, and what was found in its text. */
const documentOf = ({
  report: { characters, links },
  problems,
  ...outcome
}: Omit<CheckedText, 'content'> & {
  readonly ok: boolean
  readonly dryRun?: boolean
  readonly result?: string
  readonly post?: CreatePostBody
}): string =>
  jsonDocument({
    schema: 1,
    ...NOTHING,
    ...outcome,
    characters,
    links: links.map(({ url, display }) => ({ url, display })),
    problems,
  })
