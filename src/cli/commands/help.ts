import type { RegisterCommand } from '../context.js'

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
