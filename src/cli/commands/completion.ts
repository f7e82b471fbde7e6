import { Argument } from 'commander'
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../completion/scripts.js'
import type { RegisterCommand } from './register-command.js'

export const registerCompletion: RegisterCommand = (program, context) => {
  registerComplete(program, context)
  return program
    .command('completion')
    .summary('print what teaches your shell to complete with Tab')
    .description(
      'Prints a script that teaches a shell to complete commands, flags, values and paths with Tab.',
    )
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  source <(miniapp completion bash)                       in ~/.bashrc
  source <(miniapp completion zsh)                        in ~/.zshrc, after compinit
  miniapp completion fish > ~/.config/fish/completions/miniapp.fish
  miniapp completion powershell | Out-String | Invoke-Expression   in $PROFILE
`,
    )
    .action((shell: Shell) => context.out(COMPLETION_SCRIPTS[shell]))
}

/** What the scripts ask; for shells alone, so that no help lists it. */
const registerComplete: RegisterCommand = (program, context) =>
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .option('--new', 'the cursor stands at a new word')
    .action(async (words: readonly string[], { new: isNew }: { readonly new?: boolean }) => {
      const { runComplete } = await import('../run-complete.js')
      await runComplete(program, isNew === true ? [...words, ''] : words, context)
    })
