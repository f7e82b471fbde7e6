import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RegisterCommand } from '../context.js'
import { baseUrlOption, formatOption, jqOption, jsonFieldsOption, profileOption } from '../options.js'
import type { ReadFlags } from '../publish/run-read.js'

/** The flags of every read command. */
const addReadFlags = (command: Command): Command =>
  command
    .addOption(new Option('--exact', 'show exact timestamps').default(false))
    .addOption(jsonFieldsOption())
    .addOption(jqOption())
    .addOption(baseUrlOption())
    .addOption(profileOption())
    .addOption(formatOption())

/** `miniapp feed`: the home feed. */
export const registerFeed: RegisterCommand = (program, context) =>
  addReadFlags(
    program
      .command('feed')
      .summary('read your home feed')
      .description('Read your home feed: the newest posts of people you follow, and your own.')
      .addOption(
        new Option('--limit <number>', 'number of posts, 1 to 50 (default: 20)').argParser((text) => {
          if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Give a number from 1 to 50.')
          return Number(text)
        }),
      ),
  )
    .addHelpText(
      'after',
      examples(
        'miniapp feed',
        'miniapp feed --limit 5 --exact',
        'miniapp feed --json id,content',
        "miniapp feed --jq '.posts[].content'",
      ),
    )
    .action(async (flags: ReadFlags & { readonly limit?: number }) => {
      const { runFeed } = await import('../publish/run-read.js')
      await runFeed(flags.limit, flags, context)
    })

/** `miniapp show`: one post. */
export const registerShow: RegisterCommand = (program, context) =>
  addReadFlags(
    program
      .command('show')
      .summary('read one post')
      .description('Read one post. The exit code is 4 if it does not exist.')
      .argument('<id>', 'the ID of the post'),
  )
    .addHelpText('after', examples('miniapp show post_abc123', 'miniapp show post_abc123 --format json'))
    .action(async (id: string, flags: ReadFlags) => {
      const { runShow } = await import('../publish/run-read.js')
      await runShow(id, flags, context)
    })

/** `miniapp profile`: the user's own profile. */
export const registerProfile: RegisterCommand = (program, context) =>
  addReadFlags(
    program
      .command('profile')
      .summary('read your own profile')
      .description('Read your own profile and its statistics.'),
  )
    .addHelpText('after', examples('miniapp profile', 'miniapp profile --format json'))
    .action(async (flags: ReadFlags) => {
      const { runProfile } = await import('../publish/run-read.js')
      await runProfile(flags, context)
    })

/** `miniapp notifications`: recent notifications. */
export const registerNotifications: RegisterCommand = (program, context) =>
  addReadFlags(
    program
      .command('notifications')
      .summary('read your notifications')
      .description('Read your recent notifications.'),
  )
    .addHelpText('after', examples('miniapp notifications', 'miniapp notifications --exact'))
    .action(async (flags: ReadFlags) => {
      const { runNotifications } = await import('../publish/run-read.js')
      await runNotifications(flags, context)
    })

/** `miniapp chat`: conversations, or the messages of one. */
export const registerChat: RegisterCommand = (program, context) =>
  addReadFlags(
    program
      .command('chat')
      .summary('read your conversations, or the messages of one')
      .description(
        'List your conversations or, with an ID, read the messages of one. Attachments are described, never fetched.',
      )
      .argument('[id]', 'the ID of a conversation'),
  )
    .addHelpText('after', examples('miniapp chat', 'miniapp chat conversation_abc123'))
    .action(async (id: string | undefined, flags: ReadFlags) => {
      const { runChat } = await import('../publish/run-read.js')
      await runChat(id, flags, context)
    })

/** `miniapp categories`: the platform's categories. */
export const registerCategories: RegisterCommand = (program, context) =>
  program
    .command('categories')
    .summary("list the platform's categories")
    .description(
      "List the service's categories of mini apps and their names. Works without signing in if the service allows it.",
    )
    .addOption(new Option('--base-url <url>', 'the service (default: the one you are signed in to)'))
    .addOption(new Option('--exact', 'show exact timestamps').default(false))
    .addOption(jsonFieldsOption())
    .addOption(jqOption())
    .addOption(profileOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      examples('miniapp categories', 'miniapp categories --base-url https://api.example.com --format json'),
    )
    .action(async (flags: ReadFlags) => {
      const { runCategories } = await import('../publish/run-read.js')
      await runCategories(flags, context)
    })

const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`
