import { InvalidArgumentError } from 'commander'
import type { RegisterCommand } from '../context.js'
import { baseUrlOption, formatOption, jqOption, jsonFieldsOption, profileOption } from '../options.js'
import type { ReadFlags } from '../publish/run-read.js'

const EXACT = ['--exact', 'show exact timestamps', false] as const

/** The other flags of every read command. */
const readOptions = () => [jsonFieldsOption(), jqOption(), baseUrlOption(), profileOption(), formatOption()]

const loadReads = () => import('../publish/run-read.js')

/** `miniapp feed`: the home feed. */
export const registerFeed: RegisterCommand = (program, context) =>
  program
    .command('feed')
    .summary('read your home feed')
    .description('Read your home feed: the newest posts of people you follow, and your own.')
    .option('--limit <number>', 'number of posts, 1 to 50 (default: 20)', (text) => {
      if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Give a number from 1 to 50.')
      return Number(text)
    })
    .option(...EXACT)
    .addOptions(...readOptions())
    .examples(`
  miniapp feed
  miniapp feed --limit 5 --exact
  miniapp feed --json id,content
  miniapp feed --jq '.posts[].content'
`)
    .action(async (flags: ReadFlags & { readonly limit?: number }) => {
      const { runFeed } = await loadReads()
      await runFeed(flags.limit, flags, context)
    })

/** `miniapp show`: one post. */
export const registerShow: RegisterCommand = (program, context) =>
  program
    .command('show')
    .summary('read one post')
    .description('Read one post. The exit code is 4 if it does not exist.')
    .argument('<id>', 'the ID of the post')
    .option(...EXACT)
    .addOptions(...readOptions())
    .examples(`
  miniapp show post_abc123
  miniapp show post_abc123 --format json
`)
    .action(async (id: string, flags: ReadFlags) => {
      const { runShow } = await loadReads()
      await runShow(id, flags, context)
    })

/** `miniapp profile`: the user's own profile. */
export const registerProfile: RegisterCommand = (program, context) =>
  program
    .command('profile')
    .summary('read your own profile')
    .description('Read your own profile and its statistics.')
    .option(...EXACT)
    .addOptions(...readOptions())
    .examples(`
  miniapp profile
  miniapp profile --format json
`)
    .action(async (flags: ReadFlags) => {
      const { runProfile } = await loadReads()
      await runProfile(flags, context)
    })

/** `miniapp notifications`: recent notifications. */
export const registerNotifications: RegisterCommand = (program, context) =>
  program
    .command('notifications')
    .summary('read your notifications')
    .description('Read your recent notifications.')
    .option(...EXACT)
    .addOptions(...readOptions())
    .examples(`
  miniapp notifications
  miniapp notifications --exact
`)
    .action(async (flags: ReadFlags) => {
      const { runNotifications } = await loadReads()
      await runNotifications(flags, context)
    })

/** `miniapp chat`: conversations, or the messages of one. */
export const registerChat: RegisterCommand = (program, context) =>
  program
    .command('chat')
    .summary('read your conversations, or the messages of one')
    .description(
      'List your conversations or, with an ID, read the messages of one. Attachments are described, never fetched.',
    )
    .argument('[id]', 'the ID of a conversation')
    .option(...EXACT)
    .addOptions(...readOptions())
    .examples(`
  miniapp chat
  miniapp chat conversation_abc123
`)
    .action(async (id: string | undefined, flags: ReadFlags) => {
      const { runChat } = await loadReads()
      await runChat(id, flags, context)
    })

/** `miniapp categories`: the platform's categories. */
export const registerCategories: RegisterCommand = (program, context) =>
  program
    .command('categories')
    .summary("list the platform's categories")
    .description(
      "List the platform's categories of mini apps and their names. Works without signing in if the service allows it.",
    )
    .option('--base-url <url>', 'the service (default: the one you are signed in to)')
    .option(...EXACT)
    .addOptions(jsonFieldsOption(), jqOption(), profileOption(), formatOption())
    .examples(`
  miniapp categories
  miniapp categories --base-url https://api.example.com --format json
`)
    .action(async (flags: ReadFlags) => {
      const { runCategories } = await loadReads()
      await runCategories(flags, context)
    })
