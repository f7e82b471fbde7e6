import { Option } from 'commander'
import { DOCS_PORT } from '../../local-server/ports.js'
import { portOption } from '../options/port-option.js'
import type { DocsOptions } from '../run-docs.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp docs`: the SDK reference, offline. */
export const registerDocs: RegisterCommand = (program, context) =>
  program
    .command('docs')
    .summary('show the SDK reference, offline')
    .description(
      'Show the SDK reference: a call, an area, an event, an error code, a limit, a rule, a section of the platform document, or a guide with a whole example. If no topic has that name, topics that contain the words are listed.',
    )
    .argument('[topic...]', 'a topic, such as pay, NEEDS_TAP or 4.3; without one, the list')
    .addOption(new Option('--search <words>', 'list the topics that contain all of these words'))
    .addOption(new Option('--all', 'show every topic in full').default(false))
    .addOption(
      new Option('--format <format>', 'the output format')
        .choices(['text', 'markdown', 'json', 'html'])
        .default('text'),
    )
    .addOption(new Option('--open', 'show the reference in the browser').default(false))
    .addOption(portOption(DOCS_PORT))
    .addOption(new Option('--no-pager', 'do not use a pager'))
    .addHelpText(
      'after',
      `
Examples:
  miniapp docs                      the list of topics
  miniapp docs pay                  a call, with an example that runs
  miniapp docs shop                 a guide: a shop that survives a crash
  miniapp docs NEEDS_TAP            an error code, and what to do about it
  miniapp docs --search "web search"
  miniapp docs --open               in the browser
  miniapp docs --all --format markdown > sdk.md
`,
    )
    .action(async (words: readonly string[], options: DocsOptions) => {
      const [{ runDocs }, { readReference }] = await Promise.all([
        import('../run-docs.js'),
        import('../docs/read-reference.js'),
      ])
      await runDocs(words, options, context, await readReference())
    })
