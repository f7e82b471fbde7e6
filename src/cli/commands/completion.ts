import { Argument } from 'commander'
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../completion/scripts.js'
import type { RegisterCommand } from '../context.js'

export const registerCompletion: RegisterCommand = (program, context) => {
  registerComplete(program, context)
  return program
    .command('completion')
    .summary('print a shell completion script')
    .description(
      'Print a script that adds tab completion of commands, flags, values and paths to your shell.',
    )
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .examples(`
  source <(miniapp completion bash)                       in ~/.bashrc
  source <(miniapp completion zsh)                        in ~/.zshrc, after compinit
  miniapp completion fish > ~/.config/fish/completions/miniapp.fish
  miniapp completion powershell | Out-String | Invoke-Expression   in $PROFILE
`)
    .action((shell: Shell) => context.out(COMPLETION_SCRIPTS[shell]))
}

/** What the scripts call; hidden from the help, since only shells use it. */
const registerComplete: RegisterCommand = (program, context) =>
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .option('--new', 'the cursor is at a new word')
    .action(async (words: readonly string[], { new: isNew }: { readonly new?: boolean }) => {
      const { runComplete } = await import('../run-complete.js')
      await runComplete(program, isNew === true ? [...words, ''] : words, context)
    })
