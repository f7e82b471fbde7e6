import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure, nullIfMissing, usageFailure } from '../../failure.js'
import { PUBLISHED_STORY_LIFETIME_MS, type Rating, STORY_RATING } from '../../platform/publishing.js'
import { HOUR_MS } from '../../platform/units.js'
import { checkStory, type MediaFile, readMediaFile } from '../../publish/media/media-file.js'
import { uploadMedia, uploadStory } from '../../publish/media/uploads.js'
import { type Account, lostAnswerText, type Sent } from '../../publish/requests/authorized-call.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeLine, safeText } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import { failureValue } from '../failure-json.js'
import type { TextOrJson } from '../options.js'
import { UPLOAD_A_VERSION } from '../other-words.js'
import { type AccountFlags, readAccount } from './account.js'
import { askReason, askToPublish } from './ask.js'
import { describeMedia } from './media-text.js'
import { type MediaFlags, withPreparedMedia } from './prepare-media.js'
import {
  type AnswerTimeoutFlag,
  callContext,
  type PublishingTools,
  publishingTools,
} from './publishing-tools.js'
import { showUpload } from './upload-progress.js'

export interface UploadFlags extends AccountFlags, AnswerTimeoutFlag, MediaFlags {
  readonly format: TextOrJson
}

export interface StoryFlags extends UploadFlags {
  readonly rating?: Rating
  readonly reason?: string
  readonly dryRun: boolean
  readonly yes: boolean
}

/** @throws {Failure} `usage` for what is a version of an app, or a part of one */
const refuseVersion = async (path: string, { cwd }: CommandContext): Promise<void> => {
  const isFolder = async (): Promise<boolean> =>
    (await stat(resolve(cwd, path)).catch(nullIfMissing))?.isDirectory() === true
  if (/\.zip$|(?:^|[/\\])(?:manifest\.json|index\.html?)$/i.test(path) || (await isFolder()))
    throw usageFailure(
      `${path} is not a picture or video. This command does not upload app versions.`,
      UPLOAD_A_VERSION,
    )
}

/** Uploads files and prints their media references, one per line, in the order given. */
export const runUpload = async (
  paths: readonly string[],
  flags: UploadFlags,
  context: CommandContext,
): Promise<void> => {
  for (const path of paths) await refuseVersion(path, context)
  // Every file is checked before the first is sent.
  const given = await Promise.all(paths.map((path) => readMediaFile(resolve(context.cwd, path))))
  const tools = publishingTools(context)
  const account = await readAccount(flags, tools.store, context)
  await withPreparedMedia(given, flags, context, (files) => uploadEach(files, flags, account, tools, context))
}

const uploadEach = async (
  files: readonly MediaFile[],
  flags: UploadFlags,
  account: Account,
  tools: PublishingTools,
  context: CommandContext,
): Promise<void> => {
  const done: { file: string; type: string; bytes: number; reference: string }[] = []
  for (const file of files) {
    const reference = await sendMedia(account, file, tools, flags, context).catch((error: unknown) => {
      // A reference in the result must not be lost because a later file fails.
      if (flags.format === 'json' && error instanceof Failure)
        context.out(jsonDocument({ schema: 1, ...failureValue(error), uploads: done }))
      else if (done.length > 0)
        context.note(
          `Already uploaded: ${done.map((one) => `${safeLine(one.file)} as ${safeLine(one.reference)}`).join(', ')}`,
        )
      throw error
    })
    done.push({ file: file.path, type: file.type, bytes: file.size, reference })
    // What scripts pass on (2.3) is in the JSON, unchanged; a text must not do anything on a terminal.
    if (flags.format === 'text') context.out(`${safeText(reference)}\n`)
  }
  if (flags.format === 'json') context.out(jsonDocument({ schema: 1, ok: true, uploads: done }))
}

/** Uploads one file with a progress bar. @returns its media reference */
export const sendMedia = async (
  account: Account,
  file: MediaFile,
  tools: PublishingTools,
  flags: AnswerTimeoutFlag,
  context: CommandContext,
): Promise<string> => {
  const progress = showUpload(file.name, file.size, tools.clock, context)
  const calls = callContext(tools, context, flags)
  return await uploadMedia(account, file, calls, progress.onSent).finally(progress.end)
}

/** Tells what may have happened to something that was being sent when the user interrupted. */
export const sayingWhatWasLost =
  (sent: Sent, { interrupted, note }: CommandContext) =>
  (error: unknown): never => {
    if (interrupted.aborted) note(`Interrupted while sending. ${lostAnswerText(sent)}`)
    throw error
  }

/** Publishes a picture or short video as a story (2.4). */
export const runStory = async (path: string, flags: StoryFlags, context: CommandContext): Promise<void> => {
  if (flags.rating !== undefined && flags.rating !== STORY_RATING)
    throw new Failure(
      'refused',
      `A story must be ${STORY_RATING}: it reaches people under 18 and has no content warning.`,
      'Publish it as a post with its own rating instead.',
    )
  await refuseVersion(path, context)
  const given = await readMediaFile(resolve(context.cwd, path))
  await withPreparedMedia([given], flags, context, ([file = given]) => sendStory(file, flags, context))
}

const sendStory = async (file: MediaFile, flags: StoryFlags, context: CommandContext): Promise<void> => {
  const type = checkStory(file)
  const reason = flags.reason?.trim() ?? ''
  if (reason === '' && !context.interactive)
    throw usageFailure(`A story needs a reason for its rating.`, 'Set it with --reason.')
  const tools = publishingTools(context)
  const account = flags.dryRun ? null : await readAccount(flags, tools.store, context)
  const reasoning = reason === '' ? await askReason('story', context) : reason
  const facts = { schema: 1, file: file.path, type, bytes: file.size, dryRun: flags.dryRun }
  if (account === null) {
    context.out(
      flags.format === 'json'
        ? jsonDocument({ ...facts, result: null })
        : `${describeStory(file, reasoning, context.outStyles)}\nThis can be a story. Dry run: nothing was sent.\n`,
    )
    return
  }
  if (context.interactive && !flags.yes) {
    context.note(describeStory(file, reasoning, context.noteStyles))
    if (!(await askToPublish('Publish this story?', context))) return
  }
  const progress = showUpload(file.name, file.size, tools.clock, context)
  const calls = callContext(tools, context, flags)
  const result = await uploadStory(account, file, type, reasoning, calls, progress.onSent)
    .catch(sayingWhatWasLost('story', context))
    .finally(progress.end)
  context.out(
    flags.format === 'json'
      ? jsonDocument({ ...facts, result })
      : `${safeText(result).trim() || 'Published.'}\n`,
  )
}

/** What will be published: the file, the rating and its reason, and for how long. */
const describeStory = (file: MediaFile, reasoning: string, styles: CommandContext['outStyles']): string =>
  [
    describeMedia(file, styles),
    styles.dim(`${STORY_RATING}: ${safeLine(reasoning)}`),
    styles.dim(`Shown to your followers for ${PUBLISHED_STORY_LIFETIME_MS / HOUR_MS} hours.`),
  ].join('\n')
