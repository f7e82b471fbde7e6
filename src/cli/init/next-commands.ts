import { shellPath } from '../../terminal/shell.js'
import { type Installation, programOf } from './installation.js'

type Environment = Readonly<Record<string, string | undefined>>

/** The package managers, each with the words that fetch a command and run it. */
const FETCHING: ReadonlyMap<string, string> = new Map([
  ['npm', 'npx'],
  ['pnpm', 'pnpm dlx'],
  ['yarn', 'yarn dlx'],
  ['bun', 'bunx'],
])

/**
 * The commands that show a new project. They work where this copy of the tool works: a published version is fetched by the
 * package manager that started it (npm if none did); one from a clone or a tarball is started from where it is.
 * @param built whether a bundler must be installed before there is anything to show
 * @param installed whether the packages of the project are installed already, this tool among them
 */
export const nextCommands = (
  { built, installed }: { readonly built: boolean; readonly installed: boolean },
  environment: Environment,
  installation: Installation,
): readonly string[] => {
  if (!built && !installed) return [toolCommand('dev', environment, installation)]
  const run = `${installation.published ? managerOf(environment).manager : 'npm'} run dev`
  return installed ? [run] : [installCommand(environment, installation), run]
}

/** What installs the packages of a new project, this tool among them. */
export const installCommand = (environment: Environment, { published, folder }: Installation): string =>
  published
    ? `${managerOf(environment).manager} install`
    : // As a copy: a link would look for Vite beside the tool.
      `npm install --no-save --install-links ${shellPath(folder)}`

/** A command of this tool, as it works where this copy of it works. */
export const toolCommand = (
  command: 'dev' | 'test',
  environment: Environment,
  { folder, published, onPath, installedIn }: Installation,
): string => {
  if (onPath) return `miniapp ${command}`
  if (installedIn !== null) return `npx miniapp ${command}`
  if (!published) return `node ${shellPath(programOf(folder))} ${command}`
  return `${managerOf(environment).fetch} miniapp ${command}`
}

/** Every package manager names itself to what it runs: `pnpm/10.1.0 npm/? node/v22.0.0 linux x64`. */
const managerOf = (environment: Environment): { readonly manager: string; readonly fetch: string } => {
  const [, name = '', major = ''] = /^(\w+)\/(\d+)/.exec(environment['npm_config_user_agent'] ?? '') ?? []
  const manager = FETCHING.has(name) ? name : 'npm'
  // Yarn 1 has no command that fetches.
  return { manager, fetch: name === 'yarn' && major === '1' ? 'npx' : (FETCHING.get(manager) ?? 'npx') }
}
