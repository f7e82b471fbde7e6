import type { Account, CallContext } from '../../publish/authorized-call.js'
import { indentJson, mapTexts } from '../../publish/exact-json.js'
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
import { safeJson } from '../../terminal/json-text.js'
import { safeText } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import type { TextOrJson } from '../format-option.js'
import { type AccountFlags, readAccount, readSource } from './account.js'
import { hideAddresses } from './hide-addresses.js'
import { page } from './pager.js'
import { callContext, type PublishingTools, publishingTools } from './publishing-tools.js'
import { describeDocument } from './record-text.js'

export interface ReadFlags extends AccountFlags {
  readonly format: TextOrJson
  readonly exact: boolean
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
  await showDocument(document, flags, { tools, describeAddresses: false }, context)
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
  await showDocument(document, flags, { tools, describeAddresses: name === 'getChat' }, context)
}

/** A document as lossless JSON but for addresses that must not be shown, or as safe text in the user's pager. */
const showDocument = async (
  { json, value }: ReadDocument,
  flags: Pick<ReadFlags, 'format' | 'exact'>,
  how: { readonly tools: PublishingTools; readonly describeAddresses: boolean },
  context: CommandContext,
): Promise<void> => {
  if (flags.format === 'json') {
    const shown = how.describeAddresses ? mapTexts(json, hideAddresses) : json
    context.out(`${safeJson(indentJson(shown))}\n`)
    return
  }
  const text = describeDocument(value, {
    styles: context.outStyles,
    now: flags.exact ? null : how.tools.clock.now(),
    describeAddresses: how.describeAddresses,
  })
  await page(text, context)
}
