import { formatOption } from '../options/format-option.js'
import type { RegisterCommand } from './register-command.js'

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
  info     worth knowing; never fails, even with --strict

Examples:
  miniapp rules                  all rules, by area
  miniapp rules html             the rules of an area
  miniapp rules html/remote-url  explain one rule
  miniapp rules --format json    all rules, for scripts
`,
    )
    .action(async (id: string | undefined, flags: { readonly format: 'text' | 'json' }) => {
      const { runRules } = await import('../run-rules.js')
      runRules(id, flags.format, context)
    })
