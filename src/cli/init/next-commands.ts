import { shellPath } from '../../terminal/shell.js'
import { type Installation, programOf } from './installation.js'

type Environment = Readonly<Record<string, string | undefined>>

/** The words of a package manager. */
interface ManagerWords {
  readonly install: string
  readonly run: string
  /** Fetches a command and runs it. */
  readonly fetch: string
}

const NPM: ManagerWords = { install: 'npm install', run: 'npm run', fetch: 'npx' }

const MANAGERS: Readonly<Record<string, ManagerWords>> = {
  npm: NPM,
  pnpm: { install: 'pnpm install', run: 'pnpm run', fetch: 'pnpm dlx' },
  yarn: { install: 'yarn install', run: 'yarn run', fetch: 'yarn dlx' },
  bun: { install: 'bun install', run: 'bun run', fetch: 'bunx' },
}

/**
 * The commands that show a new project. They work where this copy of the tool works: a published version is fetched by the
 * package manager that started it (npm if none did); one from a clone or a tarball is started from where it is.
 * @param built whether a bundler must be installed before there is anything to show
 */
export const nextCommands = (
  built: boolean,
  environment: Environment,
  { folder, published, onPath }: Installation,
): readonly string[] => {
  const { install, run, fetch } = wordsOf(environment['npm_config_user_agent'] ?? '')
  if (built)
    return published
      ? [install, `${run} dev`]
      : // As a copy: a link would look for Vite beside the tool.
        [`npm install --no-save --install-links ${shellPath(folder)}`, 'npm run dev']
  if (onPath) return ['miniapp dev']
  return [published ? `${fetch} miniapp dev` : `node ${shellPath(programOf(folder))} dev`]
}

/** The command that plays a new project and reports what users would hit. It works where this copy of the tool works. */
export const testCommands = (
  environment: Environment,
  { folder, published, onPath }: Installation,
): readonly string[] => {
  if (onPath) return ['miniapp test']
  const { fetch } = wordsOf(environment['npm_config_user_agent'] ?? '')
  return [published ? `${fetch} miniapp test` : `node ${shellPath(programOf(folder))} test`]
}

/** @param agent how every package manager names itself to what it runs: `pnpm/10.1.0 npm/? node/v22.0.0 linux x64` */
const wordsOf = (agent: string): ManagerWords => {
  const [, name = '', major = ''] = /^(\w+)\/(\d+)/.exec(agent) ?? []
  // Yarn 1 has no command that fetches.
  if (name === 'yarn' && major === '1') return { install: 'yarn install', run: 'yarn run', fetch: 'npx' }
  return (Object.hasOwn(MANAGERS, name) ? MANAGERS[name] : undefined) ?? NPM
}
