import { Option } from 'commander'
import type { RegisterCommand } from './index.js'

export const registerRules: RegisterCommand = (program, context) =>
  program
    .command('rules')
    .summary('list the rules of check, or explain one')
    .description(
      'Lists the rules of miniapp check, or explains one: what it refuses, why, and how to mend it.',
    )
    .argument('[id]', 'a rule, such as html/remote-url')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      `
Examples:
  $ miniapp rules                  every rule, by area
  $ miniapp rules html/remote-url  why, what is refused, how to mend it
  $ miniapp rules --format json`,
    )
    .action(async (id: string | undefined, flags: { readonly format: 'text' | 'json' }) => {
      const { runRules } = await import('../run-rules.js')
      runRules(id, flags.format, context)
    })
