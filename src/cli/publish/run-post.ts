import { resolve } from 'node:path'
import { Failure } from '../../failure.js'
import { withLinks } from '../../platform/post-content.js'
import type { Rating } from '../../platform/publishing.js'
import type { CreatePostBody } from '../../platform/publishing-bodies.js'
import { type Account, lostAnswerText } from '../../publish/authorized-call.js'
import { createPost } from '../../publish/create-post.js'
import { type MediaFile, readMediaFile } from '../../publish/media-file.js'
import { checkPostText, type PostProblem, type PostReport } from '../../publish/post-text.js'
import { parseUrl } from '../../publish/server-address.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeText } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import { EXIT_CODES } from '../exit-codes.js'
import { failureValue } from '../failure-json.js'
import type { TextOrJson } from '../format-option.js'
import { type AccountFlags, readAccount } from './account.js'
import { describePreview, describeProblem } from './post-report.js'
import { needsEditor, readPostText } from './post-source.js'
import { type MediaFlags, withPreparedMedia } from './prepare-media.js'
import {
  type AnswerTimeoutFlag,
  callContext,
  type PublishingTools,
  publishingTools,
} from './publishing-tools.js'
import { resumeCommand } from './resume-command.js'
import { sendMedia } from './run-upload.js'

export interface PostFlags extends AccountFlags, AnswerTimeoutFlag, MediaFlags {
  readonly rating?: Rating
  readonly reason?: string
  readonly link?: readonly string[]
  readonly file?: string
  readonly media?: readonly string[]
  readonly mediaRef?: readonly string[]
  readonly dryRun: boolean
  readonly strict: boolean
  readonly format: TextOrJson
}

/** Publishes a post: checks the text, asks for what is missing, then sends. */
export const runPost = async (
  argument: string | undefined,
  flags: PostFlags,
  context: CommandContext,
): Promise<void> => {
  const links = (flags.link ?? []).map(readLink)
  // Fail before the user writes a text if they are not signed in.
  if (needsEditor(argument, flags.file, context) && !flags.dryRun)
    await readAccount(flags, publishingTools(context).store, context)
  const { text, edited } = await readPostText(argument, flags.file, context)
  let sent = false
  try {
    sent = await checkAndSend(withLinks(text, links), flags, context)
  } finally {
    if (edited !== null) {
      const { forgetEdited, keptIn } = await import('./post-editor.js')
      if (sent) await forgetEdited(edited)
      else context.note(keptIn(edited))
    }
  }
}

/** @returns whether the post was published */
const checkAndSend = async (content: string, flags: PostFlags, context: CommandContext): Promise<boolean> => {
  if (content.trim() === '')
    throw new Failure('usage', 'No text to post.', 'Pass the text as an argument, with --file, or on stdin.')
  const report = checkPostText(content)
  const problems = flags.strict ? report.problems.map(asError) : report.problems
  if (flags.format === 'text')
    for (const problem of problems) context.note(describeProblem(problem, context.noteStyles))
  if (problems.some(({ level }) => level === 'error')) {
    if (flags.format === 'json') printJson(context, { ok: false, problems, report })
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
    sendPost(checked, files, flags, account, tools, context),
  )
}

/** A text that may be posted. */
interface CheckedText {
  readonly content: string
  readonly problems: readonly PostProblem[]
  readonly report: PostReport
}

/**
 * @param account null for a dry run
 * @returns whether the post was published
 */
const sendPost = async (
  { content, problems, report }: CheckedText,
  files: readonly MediaFile[],
  flags: PostFlags,
  account: Account | null,
  tools: PublishingTools,
  context: CommandContext,
): Promise<boolean> => {
  const draft = await complete(content, flags, context)
  const body = withMedia(draft, flags.mediaRef ?? [])
  if (account === null) {
    if (flags.format === 'json') printJson(context, { ok: true, problems, report, body, dryRun: true })
    else {
      context.out(`${describePreview(body, report, context.outStyles, files.length)}\n`)
      context.note('Dry run: nothing was sent.')
    }
    return false
  }
  if (context.interactive && flags.format === 'text')
    context.note(describePreview(body, report, context.noteStyles, files.length))
  const onFailure = (error: unknown, references: readonly string[]): void => {
    const uploaded = references.length - (flags.mediaRef ?? []).length
    if (flags.format === 'json' && uploaded > 0 && error instanceof Failure)
      context.out(jsonDocument({ schema: 1, ...failureValue(error), post: withMedia(draft, references) }))
    noteGoOn(uploaded, resumeCommand(draft, references, files.slice(uploaded), flags), context)
  }
  const references = await uploadAll(
    account,
    files,
    { given: flags.mediaRef ?? [], onFailure },
    tools,
    flags,
    context,
  )
  const post = withMedia(draft, references)
  const result = await createPost(account, post, callContext(tools, context, flags)).catch(
    (error: unknown) => {
      if (context.interrupted.aborted) context.note(`Interrupted while sending. ${lostAnswerText('post')}`)
      onFailure(error, references)
      throw error
    },
  )
  if (flags.format === 'json') printJson(context, { ok: true, problems, report, body: post, result })
  else context.out(`${safeText(result).trim() || 'Published.'}\n`)
  return true
}

const withMedia = (post: CreatePostBody, references: readonly string[]): CreatePostBody =>
  references.length === 0 ? post : { ...post, media_urls: [...references] }

/**
 * Uploads the files, in order.
 * @param known.given the references of earlier uploads
 * @param known.onFailure called with all references so far if an upload fails
 * @returns the references of everything to attach
 */
const uploadAll = async (
  account: Account,
  files: readonly MediaFile[],
  known: {
    readonly given: readonly string[]
    readonly onFailure: (error: unknown, references: readonly string[]) => void
  },
  tools: PublishingTools,
  flags: AnswerTimeoutFlag,
  context: CommandContext,
): Promise<readonly string[]> => {
  const references = [...known.given]
  for (const file of files)
    references.push(
      await sendMedia(account, file, tools, flags, context).catch((error: unknown) => {
        known.onFailure(error, references)
        throw error
      }),
    )
  return references
}

/** Keep the finished uploads if a later one fails. */
const noteGoOn = (uploaded: number, command: string, context: CommandContext): void => {
  if (uploaded === 0) return
  context.note('The finished uploads are kept. To continue without repeating them:')
  context.note(`  ${command}`)
}

/** Asks for the rating and the reason on a terminal; elsewhere, names the missing flags. */
const complete = async (
  content: string,
  flags: PostFlags,
  context: CommandContext,
): Promise<CreatePostBody> => {
  const reason = flags.reason?.trim() ?? ''
  const missing = [
    ...(flags.rating === undefined ? ['--rating (sfw, suggestive or nsfw)'] : []),
    ...(reason === '' ? ['--reason (why that rating)'] : []),
  ]
  if (missing.length > 0 && !context.interactive)
    throw new Failure('usage', 'A post needs a rating and a reason.', `Give ${missing.join(' and ')}.`)
  return {
    content,
    content_rating: flags.rating ?? (await (await import('./ask.js')).askRating(context)),
    rating_reasoning: reason === '' ? await (await import('./ask.js')).askReason(context) : reason,
  }
}

const asError = (problem: PostProblem): PostProblem => ({ ...problem, level: 'error' })

/** A URL for `--link`: one that a browser can open and that fits on a line. */
const readLink = (text: string): string => {
  const link = text.trim()
  const url = parseUrl(link)
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && !/[\s<>"`]/u.test(link))
    return link
  throw new Failure(
    'usage',
    `${JSON.stringify(text)} is not a web address.`,
    'Give --link an http or https URL.',
  )
}

const printJson = (
  context: CommandContext,
  {
    ok,
    problems,
    report,
    body,
    result,
    dryRun = false,
  }: {
    readonly ok: boolean
    readonly problems: readonly PostProblem[]
    readonly report: PostReport
    readonly body?: CreatePostBody
    readonly result?: string
    readonly dryRun?: boolean
  },
): void => {
  const document = {
    schema: 1,
    ok,
    dryRun,
    result: result ?? null,
    post: body ?? null,
    characters: report.characters,
    links: report.links.map(({ url, display }) => ({ url, display })),
    problems,
  }
  context.out(jsonDocument(document))
}
