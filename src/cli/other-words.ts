/** What other tools call a command of this one, by the word that is typed there. */
const COMMANDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    dev: [
      'serve',
      'server',
      'start',
      'run',
      'preview',
      'watch',
      'play',
      'simulate',
      'simulator',
      'emulate',
      'emulator',
      'open',
      'up',
    ],
    check: ['lint', 'validate', 'verify', 'audit', 'inspect', 'analyze', 'analyse', 'typecheck'],
    test: ['e2e', 'playtest', 'spec'],
    init: ['new', 'create', 'scaffold', 'generate', 'setup'],
    'init --add': ['add', 'integrate'],
    'init --from': ['import', 'convert', 'migrate', 'port', 'adopt', 'wrap'],
    pack: ['build', 'bundle', 'package', 'zip', 'archive', 'compile', 'export', 'dist'],
    status: ['whoami', 'me', 'account', 'user'],
    login: ['signin', 'sign-in', 'auth'],
    logout: ['signout', 'sign-out'],
    docs: ['doc', 'man', 'manual', 'reference', 'api-docs', 'search'],
    rules: ['explain'],
    doctor: ['info', 'env', 'diagnose'],
    service: ['backend', 'mock', 'stub'],
    mcp: ['agent'],
    post: ['tweet', 'toot'],
    chat: ['message', 'messages', 'inbox'],
    feed: ['timeline', 'home'],
  }).flatMap(([command, words]) => words.map((word) => [word, command] as const)),
)

/** What other tools upload a version with. Here, a person does that in a browser. */
const UPLOADING: ReadonlySet<string> = new Set(['deploy', 'publish', 'release', 'ship', 'push', 'submit'])

/** Where a version of an app is uploaded: no client can do that (3.1). */
export const UPLOAD_A_VERSION =
  "Create the zip with miniapp pack, then upload it in a browser, on your app's page on the service. To try that first, run miniapp service."

const UPDATING: ReadonlySet<string> = new Set(['update', 'upgrade', 'install', 'self-update'])

const REGISTER =
  'Register the app in a browser, on the service: it gives the app an App ID. To try that first, run miniapp service.'

/** What to do here where a word of another tool was typed as a command; null for any other word. */
export const adviceForCommand = (word: string): string | null => {
  if (UPLOADING.has(word)) return UPLOAD_A_VERSION
  if (UPDATING.has(word))
    return 'Update miniapp with your package manager: npm install --save-dev miniapp@latest'
  if (word === 'register') return REGISTER
  if (word === 'version') return 'Did you mean --version?'
  const command = COMMANDS.get(word)
  return command === undefined ? null : `Did you mean ${command}?`
}

/** What other tools call a flag, with the flags here that do the same, and the value for it: the first that a command has counts. */
const FLAGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '--json': ['--format json'],
    '--sarif': ['--format sarif'],
    '--github': ['--format github'],
    '--html': ['--format html'],
    '--markdown': ['--format markdown'],
    '--output': ['--out', '--report'],
    '--outfile': ['--out', '--output'],
    '--out-dir': ['--out', '--output'],
    '--outDir': ['--out', '--output'],
    '-o': ['--out', '--output', '--open'],
    '-p': ['--port'],
    '-v': ['--verbose', '--version'],
    '-w': ['--watch'],
    // The command's own come before those of the program.
    '--version': ['--bump'],
    '--force': ['--overwrite'],
    '--overwrite': ['--force'],
    '--players': ['--seats'],
    '--id': ['--app-id'],
    '--typescript': ['--template vite'],
    '--skip-install': ['--no-install'],
    '--skip-git': ['--no-git'],
    '--url': ['--base-url', '--connect'],
    '--token': ['--with-token'],
    '--web': ['--browser'],
    '--headless': ['--no-open'],
    '--image': ['--media'],
    '--attach': ['--media'],
    '--timeout': ['--answer-timeout', '--seconds'],
  }),
)

/** A flag of a command, with the values that it takes; undefined where these are not a list. */
interface KnownFlag {
  readonly long?: string | null | undefined
  readonly argChoices?: readonly string[] | undefined
}

/** The flag here that does what a flag of another tool does, if the command has it; null otherwise. */
export const flagOfOtherTools = (flag: string, flags: readonly KnownFlag[]): string | null =>
  FLAGS.get(flag)?.find((meant) => {
    const [name, value] = meant.split(' ')
    return flags.some(
      ({ long, argChoices }) =>
        long === name && (value === undefined || argChoices === undefined || argChoices.includes(value)),
    )
  }) ?? null
