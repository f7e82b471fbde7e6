import { Failure } from '../../failure.js'
import { pickFields } from '../../publish/picked-fields.js'
import {
  getCategories,
  getChat,
  getNotifications,
  getPost,
  getProfile,
  getUpdates,
  type ReadDocument,
  UnreadableAnswer,
} from '../../publish/reads.js'
import type { Account, CallContext } from '../../publish/requests/authorized-call.js'
import { indentJson, mapTexts, parseExactly } from '../../publish/requests/exact-json.js'
import { systemFetch } from '../../publish/requests/system-fetch.js'
import { type PictureProtocol, pictureProtocol } from '../../terminal/inline-picture.js'
import { safeJson } from '../../terminal/json-text.js'
import { safeText } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import type { TextOrJson } from '../options/format-option.js'
import { type AccountFlags, readAccount, readSource } from './account.js'
import { hideAddresses } from './hide-addresses.js'
import { page } from './pager.js'
import { callContext, type PublishingTools, publishingTools } from './publishing-tools.js'
import { describeDocument } from './record-text.js'

export interface ReadFlags extends AccountFlags {
  readonly format: TextOrJson
  readonly exact: boolean
  /** Names of fields, separated by commas. */
  readonly json?: string
  readonly jq?: string
  readonly pictures?: PictureProtocol | 'auto' | 'never'
}

type ReadName = 'getUpdates' | 'getPost' | 'getProfile' | 'getNotifications' | 'getChat'

export const runFeed = (
  limit: number | undefined,
  flags: ReadFlags,
  context: CommandContext,
): Promise<void> =>
  runRead('getUpdates', (account, call) => getUpdates(account, limit ?? null, call), flags, context)

export const runShow = (id: string, flags: ReadFlags, context: CommandContext): Promise<void> =>
  runRead('getPost', (account, call) => getPost(account, id, call), flags, context)

export const runProfile = (flags: ReadFlags, context: CommandContext): Promise<void> =>
  runRead('getProfile', getProfile, flags, context)

export const runNotifications = (flags: ReadFlags, context: CommandContext): Promise<void> =>
  runRead('getNotifications', getNotifications, flags, context)

export const runChat = (id: string | undefined, flags: ReadFlags, context: CommandContext): Promise<void> =>
  runRead('getChat', (account, call) => getChat(account, id ?? null, call), flags, context)

/** The platform's categories; needs no sign-in unless the service requires one. */
export const runCategories = async (flags: ReadFlags, context: CommandContext): Promise<void> => {
  const tools = publishingTools(context)
  const source = await readSource(flags, tools.store, context)
  const document = await getCategories(source, callContext(tools, context))
  await showDocument(document, flags, tools, null, context)
}

/** Reads and prints the answer: as lossless JSON, or laid out as safe text. */
const runRead = async (
  name: ReadName,
  read: (account: Account, call: CallContext) => Promise<ReadDocument>,
  flags: ReadFlags,
  context: CommandContext,
): Promise<void> => {
  const tools = publishingTools(context)
  const account = await readAccount(flags, tools.store, context)
  let document: ReadDocument
  try {
    document = await read(account, callContext(tools, context))
  } catch (error) {
    if (error instanceof UnreadableAnswer && flags.format === 'text')
      await page(`${safeText(name === 'getChat' ? hideAddresses(error.text) : error.text)}\n`, context)
    throw error
  }
  // 4: nothing that a chat names is fetched.
  if (name === 'getChat') await showDocument(withoutAddresses(document), flags, tools, null, context)
  else await showDocument(document, flags, tools, await baseUrlOf(account), context)
}

const baseUrlOf = async (account: Account): Promise<PictureSource> =>
  account.kind === 'token' ? account : (await account.store.read(account.profile)).session

/** 4: the addresses of attachments are described in words, in every output. */
const withoutAddresses = ({ json }: ReadDocument): ReadDocument => {
  const hidden = mapTexts(json, hideAddresses)
  return { json: hidden, value: parseExactly(hidden) }
}

/** A document as lossless JSON, filtered if the user wants that, or as safe text in the user's pager. */
const showDocument = async (
  { json, value }: ReadDocument,
  flags: Pick<ReadFlags, 'format' | 'exact' | 'json' | 'jq' | 'pictures'>,
  { clock }: PublishingTools,
  pictures: PictureSource,
  context: CommandContext,
): Promise<void> => {
  const picked = flags.json === undefined ? json : pickFields(json, fieldNames(flags.json))
  if (flags.jq !== undefined) {
    const { runJq } = await import('../../publish/jq.js')
    const input = { json: picked, filter: flags.jq, compact: !context.outIsTerminal }
    context.out(safeText(await runJq(input, context.interrupted)))
    return
  }
  if (flags.format === 'json' || flags.json !== undefined) {
    context.out(`${safeJson(indentJson(picked))}\n`)
    return
  }
  const previews = await readPreviews(value, flags, pictures, context)
  const text = describeDocument(value, {
    styles: context.outStyles,
    now: flags.exact ? null : clock.now(),
    columns: context.outIsTerminal ? context.columns : Number.POSITIVE_INFINITY,
    previews,
  })
  // Pagers do not pass pictures on.
  if (previews.size > 0) context.out(text)
  else await page(text, context)
}

/** Where pictures may be fetched from; null if the answer must not lead to a request. */
type PictureSource = { readonly baseUrl: string } | null

/** `--pictures`: by default only on a terminal that is known to draw them. */
const readPreviews = async (
  document: unknown,
  { pictures = 'auto' }: Pick<ReadFlags, 'pictures'>,
  source: PictureSource,
  context: CommandContext,
): Promise<ReadonlyMap<string, string>> => {
  const found = context.outIsTerminal ? pictureProtocol(context.environment) : null
  const protocol = pictures === 'auto' ? found : pictures === 'never' ? null : pictures
  if (protocol === null || source === null) return new Map()
  const { picturePreviews } = await import('./picture-previews.js')
  const fetch = systemFetch(context.environment)
  return await picturePreviews(document, source.baseUrl, protocol, fetch, context.interrupted)
}

/** @throws {Failure} `usage` if there is none */
const fieldNames = (text: string): readonly string[] => {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length > 0) return names
  throw new Failure('usage', '--json names no field.', 'Give the names of fields, such as --json id,content.')
}
