import { Option } from 'commander'
import { RATING_NAMES } from '../../platform/publishing.js'
import type { RegisterCommand } from '../context.js'
import {
  addStripMetadataOptions,
  answerTimeoutOption,
  baseUrlOption,
  formatOption,
  optimizeOption,
  profileOption,
} from '../options.js'
import type { PostFlags } from '../publish/run-post.js'

/** `miniapp post`: publish a post. */
export const registerPost: RegisterCommand = (program, context) =>
  addStripMetadataOptions(
    program
      .command('post')
      .summary('publish a post')
      .description(
        'Publish a post. The text comes from the argument, from --file, from stdin or, on a terminal, from your editor (VISUAL or EDITOR); it is checked before anything is sent. On a terminal you are asked for the rating and the reason; elsewhere, pass them as flags.\nA text from a pipe that cannot be sent is kept as a draft, which --retry sends.',
      )
      .argument('[text]', 'the text of the post; - reads stdin')
      .addOption(new Option('--rating <rating>', 'who may see it').choices(RATING_NAMES))
      .addOption(new Option('--reason <text>', 'the reason for the rating'))
      .addOption(
        new Option('--link <url...>', 'add links at the end, one per line, where they get a preview'),
      )
      .addOption(new Option('--media <file...>', 'upload and attach pictures or videos'))
      .addOption(new Option('--media-ref <reference...>', 'attach files uploaded with miniapp upload'))
      .addOption(optimizeOption())
      .addOption(new Option('--file <path>', 'read the text from a file'))
      .addOption(new Option('--dry-run', 'check and preview without sending').default(false))
      .addOption(
        new Option(
          '--yes',
          'publish without asking, even a draft that may already have been published',
        ).default(false),
      )
      .addOption(new Option('--retry [draft]', 'send a draft, by default the newest one'))
      .addOption(new Option('--drafts', 'list the drafts').default(false))
      .addOption(new Option('--discard [draft]', 'remove a draft, by default the newest one'))
      .addOption(new Option('--strict', 'refuse links that would not get a preview').default(false))
      .addOption(baseUrlOption())
      .addOption(answerTimeoutOption())
      .addOption(profileOption())
      .addOption(formatOption()),
  )
    .addHelpText(
      'after',
      `
Examples:
  miniapp post
  miniapp post "Hello" --rating sfw --reason "A greeting"
  miniapp post "My game is out" --link https://example.com/game --rating sfw --reason "A game for everyone"
  miniapp post "Level two" --media level-2.png --rating sfw --reason "A screenshot"
  news-of-today | miniapp post --rating sfw --reason "News" || miniapp post --retry
  miniapp post --file news.txt --rating suggestive --reason "Mild innuendo" --dry-run
`,
    )
    .action(async (text: string | undefined, flags: PostFlags) => {
      const { runPost } = await import('../publish/run-post.js')
      await runPost(text, flags, context)
    })
