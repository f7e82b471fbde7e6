/** What other tools call a command of this one, by the word that is typed there. */
const COMMANDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    dev: ['serve', 'server', 'start', 'run', 'preview', 'watch', 'play', 'simulate'],
    check: ['lint', 'validate', 'verify', 'audit'],
    init: ['new', 'create', 'scaffold', 'generate', 'add'],
    pack: ['build', 'bundle', 'package', 'zip', 'archive'],
    status: ['whoami', 'me', 'account'],
    login: ['signin', 'sign-in', 'auth'],
    logout: ['signout', 'sign-out'],
    docs: ['doc', 'man', 'reference', 'api-docs'],
  }).flatMap(([command, words]) => words.map((word) => [word, command] as const)),
)

/** What other tools upload a version with. Here, a person does that in a browser. */
const UPLOADING: ReadonlySet<string> = new Set(['deploy', 'publish', 'release', 'ship', 'push', 'submit'])

/** Where a version of an app is uploaded: no client can do that (3.1). */
export const UPLOAD_A_VERSION =
  "Create the zip with miniapp pack, then upload it in a browser, on your app's page on the service. To try that first, run miniapp service."

/** What to do here where a word of another tool was typed as a command; null for any other word. */
export const adviceForCommand = (word: string): string | null => {
  if (UPLOADING.has(word)) return UPLOAD_A_VERSION
  const command = COMMANDS.get(word)
  return command === undefined ? null : `Did you mean ${command}?`
}

/** Flags of other tools, each with the flag here and the value that makes it the same. */
const FLAGS: ReadonlyMap<string, readonly [flag: string, value: string]> = new Map([
  ['--json', ['--format', ' json']],
  ['--sarif', ['--format', ' sarif']],
  ['--output', ['--out', '']],
  ['--outfile', ['--out', '']],
])

/** The flag here that does what a flag of another tool does, if the command has it; null otherwise. */
export const flagOfOtherTools = (flag: string, flags: readonly string[]): string | null => {
  const [name = flag, value = ''] = FLAGS.get(flag) ?? []
  return name !== flag && flags.includes(name) ? `${name}${value}` : null
}
