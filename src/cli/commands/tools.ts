import { Argument } from 'commander'
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../completion/scripts.js'
import type { RegisterCommand } from '../context.js'
import { formatOption, profileOption } from '../options.js'
import type { DoctorFlags } from '../run-doctor.js'

// The commands about the tool itself, not about an app: doctor, help, completion, mcp.

/** `miniapp doctor`: checks whether the machine has what the tool needs. */
export const registerDoctor: RegisterCommand = (program, context) =>
  program
    .command('doctor')
    .summary('check that this machine has everything miniapp needs')
    .description(
      'Check Node.js, the image library, the browser, the network, the settings folder, the service and the app in the current folder, and show how to fix problems.\nThe exit code is 1 if a command cannot work.',
    )
    .option('--base-url <url>', 'the service to check (default: the one you are signed in to)')
    .addOptions(profileOption(), formatOption())
    .examples(`
  miniapp doctor
  miniapp doctor --base-url https://api.example
  miniapp doctor --format json
`)
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('../run-doctor.js')
      await runDoctor(flags, context)
    })

/**
 * `miniapp help`: the help of the program or of one command. Commander's own command prints the whole help
 * for an unknown name.
 */
export const registerHelp: RegisterCommand = (program) =>
  program
    .command('help')
    .summary('show help for a command')
    .description('Show the help of a command: what it does, its flags, and examples.')
    .argument('[command]', 'a command, such as check')
    .examples(`
  miniapp help
  miniapp help check   same as miniapp check --help
`)
    .action((name: string | undefined) => {
      if (name === undefined) return program.help()
      const visible = program.createHelp().visibleCommands(program)
      const command = visible.find((candidate) => candidate.name() === name)
      if (command !== undefined) return command.help()
      program.error(`error: unknown command '${name}'`, { code: 'commander.unknownCommand' })
    })

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

export const registerMcp: RegisterCommand = (program, context) =>
  program
    .command('mcp')
    .summary('serve check, test, dev and docs to a coding agent')
    .description(
      'Serve the Model Context Protocol on stdin and stdout, for a coding agent that works on the app: check it, test it, run it in the simulator, take screenshots, tap and type, read its calls, and search the reference. It serves one folder, and listens only on this machine.',
    )
    .argument('[path]', "the app's folder, or a zip", '.')
    .examples(`
  miniapp mcp          serve the app in the current folder
  claude mcp add miniapp -- npx miniapp mcp
  npx @modelcontextprotocol/inspector npx miniapp mcp hello

Configuration of most clients:
  { "mcpServers": { "miniapp": { "command": "npx", "args": ["miniapp", "mcp"] } } }
`)
    .action(async (path: string) => {
      const { runMcp } = await import('../run-mcp.js')
      await runMcp(path, context)
    })
