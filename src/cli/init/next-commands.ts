type Environment = Readonly<Record<string, string | undefined>>

/** How the package manager that runs this is told to go on. */
interface ManagerWords {
  readonly install: string
  readonly run: string
  /** What fetches a command and runs it. */
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
 * The commands that show a new project, in the words of the package manager that runs this: npm's where none does.
 * @param built whether a bundler must be installed before there is anything to show
 */
export const nextCommands = (built: boolean, environment: Environment): readonly string[] => {
  const { install, run, fetch } = wordsOf(environment['npm_config_user_agent'] ?? '')
  return built ? [install, `${run} dev`] : [`${fetch} miniapp dev`]
}

/** The command that plays a new project and reports what users would hit. */
export const testCommands = (environment: Environment): readonly string[] => [
  `${wordsOf(environment['npm_config_user_agent'] ?? '').fetch} miniapp test`,
]

/** @param agent as every package manager names itself to what it runs: `pnpm/10.1.0 npm/? node/v22.0.0 linux x64` */
const wordsOf = (agent: string): ManagerWords => {
  const [, name = '', major = ''] = /^(\w+)\/(\d+)/.exec(agent) ?? []
  // The first Yarn fetches nothing by itself.
  if (name === 'yarn' && major === '1') return { install: 'yarn install', run: 'yarn run', fetch: 'npx' }
  return (Object.hasOwn(MANAGERS, name) ? MANAGERS[name] : undefined) ?? NPM
}
