import { DOCS_PORT } from '../../local-server/ports.js'
import type { RegisterCommand } from '../context.js'
import { formatOption, portOption } from '../options.js'
import type { DocsOptions } from '../run-docs.js'

/** `miniapp docs`: the SDK reference, offline. */
export const registerDocs: RegisterCommand = (program, context) =>
  program
    .command('docs')
    .summary('show the SDK reference, offline')
    .description(
      'Show the SDK reference: a call, an area, a field of the manifest, an event, an error code, a limit, a rule, a section of the platform document, or a guide with a complete example. If no topic has that name, topics that contain the words are listed.',
    )
    .argument('[topic...]', 'a topic, such as pay, NEEDS_TAP or 4.3 (default: the list of topics)')
    .option('--search <words>', 'list the topics that contain all of these words')
    .option('--all', 'show every topic in full', false)
    .addOption(formatOption(['text', 'markdown', 'json', 'html']))
    .option('--output <dir>', 'with --format html: write a site for any host of static files')
    .option('--open', 'show the reference in the browser', false)
    .addOption(portOption(DOCS_PORT))
    .option('--no-pager', 'do not use a pager')
    .examples(`
  miniapp docs                      the list of topics
  miniapp docs pay                  a call, with an example that runs
  miniapp docs shop                 a guide: a shop that survives a crash
  miniapp docs manifest             manifest.json: every field, and a complete example
  miniapp docs age_rating           a field of the manifest
  miniapp docs NEEDS_TAP            an error code, and what to do about it
  miniapp docs --search "web search"
  miniapp docs --open               in the browser
  miniapp docs --all --format markdown > sdk.md
  miniapp docs --format html --output site
`)
    .action(async (words: readonly string[], options: DocsOptions) => {
      const [{ runDocs }, { readReference }] = await Promise.all([
        import('../run-docs.js'),
        import('../docs/read-reference.js'),
      ])
      await runDocs(words, options, context, await readReference())
    })

export const registerRules: RegisterCommand = (program, context) =>
  program
    .command('rules')
    .summary('list the rules of check and test, or explain one')
    .description(
      'List the rules of miniapp check and miniapp test with their levels (all of them, or the rules of an area), or explain one rule: what it reports, why, and how to fix it.',
    )
    .argument('[id]', 'a rule, such as html/remote-url, or an area, such as html')
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Levels:
  error    the service would refuse the version
  flag     accepted, but waits for an admin
  warning  accepted, but fails or surprises at run time
  info     worth knowing; never fails, even with --strict`,
    )
    .examples(`
  miniapp rules                  all rules, by area
  miniapp rules html             the rules of an area
  miniapp rules html/remote-url  explain one rule
  miniapp rules --format json    all rules, for scripts
`)
    .action(async (id: string | undefined, flags: { readonly format: 'text' | 'json' }) => {
      const { runRules } = await import('../run-rules.js')
      runRules(id, flags.format, context)
    })
