import { formatOption } from '../format-option.js'
import type { RegisterCommand } from './register-command.js'

export const registerRules: RegisterCommand = (program, context) =>
  program
    .command('rules')
    .summary('list the rules of check and test, or explain one')
    .description(
      'List the rules of miniapp check and miniapp test with their levels, all or those of an area, or explain one: what breaks it, why it is there, and how to mend it.',
    )
    .argument('[id]', 'a rule, such as html/remote-url, or an area, such as html')
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Levels:
  error    the service would refuse the version
  flag     the version is accepted and waits for an admin
  warning  it is accepted, and fails or surprises at run time
  info     worth knowing; accepted, and no problem even with --strict

Examples:
  miniapp rules                  every rule, by area
  miniapp rules html             those of an area
  miniapp rules html/remote-url  one of them, explained
  miniapp rules --format json    all of them, for a program
`,
    )
    .action(async (id: string | undefined, flags: { readonly format: 'text' | 'json' }) => {
      const { runRules } = await import('../run-rules.js')
      runRules(id, flags.format, context)
    })
