import { usageFailure } from '../../failure.js'
import { pickFields } from '../../publish/picked-fields.js'
import {
  getCategories,
  getChat,
  getNotifications,
  getPost,
  getProfile,
  getUpdates,
  type ReadDocument,
  requireConversation,
  UnreadableAnswer,
} from '../../publish/reads.js'
import type { Account, CallContext } from '../../publish/requests/authorized-call.js'
import { indentJson, mapTexts, parseExactly } from '../../publish/requests/exact-json.js'
import { safeJson } from '../../terminal/json-text.js'
import { safeText } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import type { TextOrJson } from '../options.js'
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

export const runChat = async (
  id: string | undefined,
  flags: ReadFlags,
  context: CommandContext,
): Promise<void> => {
  // Before anyone has to be signed in.
  if (id !== undefined) requireConversation(id)
  await runRead('getChat', (account, call) => getChat(account, id ?? null, call), flags, context)
}

/** The platform's categories; needs no sign-in unless the service requires one. */
export const runCategories = async (flags: ReadFlags, context: CommandContext): Promise<void> => {
  const tools = publishingTools(context)
  const source = await readSource(flags, tools.store, context)
  const document = await getCategories(source, callContext(tools, context))
  await showDocument(document, flags, tools, context)
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
  await showDocument(name === 'getChat' ? withoutAddresses(document) : document, flags, tools, context)
}

/** 4: the addresses of attachments are described in words, in every output. */
const withoutAddresses = ({ json }: ReadDocument): ReadDocument => {
  const hidden = mapTexts(json, hideAddresses)
  return { json: hidden, value: parseExactly(hidden) }
}

/** A document as lossless JSON, filtered if the user wants that, or as safe text in the user's pager. */
const showDocument = async (
  { json, value }: ReadDocument,
  flags: Pick<ReadFlags, 'format' | 'exact' | 'json' | 'jq'>,
  { clock }: PublishingTools,
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
  const text = describeDocument(value, {
    styles: context.outStyles,
    now: flags.exact ? null : clock.now(),
    columns: context.outIsTerminal ? context.columns : Number.POSITIVE_INFINITY,
  })
  await page(text, context)
}

/** @throws {Failure} `usage` if there is none */
const fieldNames = (text: string): readonly string[] => {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length > 0) return names
  throw usageFailure('--json has no field name.', 'Give field names, separated by commas: --json id,content.')
}
