import { Option } from 'commander'
import { RATING_NAMES } from '../../platform/publishing.js'
import type { RegisterCommand } from '../context.js'
import { optimizeOption, sendOptions } from '../options.js'
import type { PostFlags } from '../publish/run-post.js'

/** `miniapp post`: publish a post. */
export const registerPost: RegisterCommand = (program, context) =>
  program
    .command('post')
    .summary('publish a post')
    .description(
      'Publish a post. The text comes from the argument, from --file, from stdin or, on a terminal, from your editor (VISUAL or EDITOR); it is checked before anything is sent. On a terminal you are asked for the rating and the reason; elsewhere, pass them as flags.\nA text that was read from a pipe and cannot be sent is kept as a draft: send it with --retry.',
    )
    .argument('[text]', 'the text of the post; - reads stdin')
    .addOption(new Option('--rating <rating>', 'the content rating').choices(RATING_NAMES))
    .option('--reason <text>', 'the reason for the rating')
    .option('--link <url...>', 'add links at the end, one per line, where they get a preview')
    .option('--media <file...>', 'upload and attach pictures or videos')
    .option('--media-ref <reference...>', 'attach files uploaded with miniapp upload')
    .addOption(optimizeOption())
    .option('--file <path>', 'read the text from a file')
    .option('--dry-run', 'check and preview without sending', false)
    .option('--yes', 'publish without asking, even a draft that may already have been published', false)
    .option('--retry [draft]', 'send a draft, by default the newest one')
    .option('--drafts', 'list the drafts', false)
    .option('--discard [draft]', 'remove a draft, by default the newest one')
    .option('--strict', 'treat warnings about the text as errors', false)
    .addOptions(...sendOptions())
    .examples(`
  miniapp post
  miniapp post "Hello" --rating sfw --reason "A greeting"
  miniapp post "My game is out" --link https://example.com/game --rating sfw --reason "A game for everyone"
  miniapp post "Level two" --media level-2.png --rating sfw --reason "A screenshot"
  news-of-today | miniapp post --rating sfw --reason "News" || miniapp post --retry
  miniapp post --file news.txt --rating suggestive --reason "Mild innuendo" --dry-run
`)
    .action(async (text: string | undefined, flags: PostFlags) => {
      const { runPost } = await import('../publish/run-post.js')
      await runPost(text, flags, context)
    })
