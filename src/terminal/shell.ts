/** A text as one word of a shell command: unchanged if that is safe, else quoted. */
export const shellWord = (text: string, platform: NodeJS.Platform = process.platform): string => {
  const isPlain = platform === 'win32' ? PLAIN_ON_WINDOWS : PLAIN
  if (isPlain.test(text)) return text
  // A single quote ends single quotes, so it is inserted between them.
  return platform === 'win32' ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", `'\\''`)}'`
}

const PLAIN = /^[\p{L}\p{M}\p{N}_@%+:,./=-]+$/u
// On Windows, `%` marks a variable and `\` separates folders.
const PLAIN_ON_WINDOWS = /^[\p{L}\p{M}\p{N}_@+:,./\\=-]+$/u

/** A path as one word of a command that is never taken for a flag. */
export const shellPath = (path: string, platform: NodeJS.Platform = process.platform): string =>
  shellWord(path.startsWith('-') ? `./${path}` : path, platform)

/** A command from the user's settings, such as an editor or pager, as it is passed to the system's shell. */
interface ShellCommand {
  readonly program: string
  readonly words: readonly string[]
  /** Whether the words are one command line for the Windows shell, which does not take a list of words. */
  readonly shell: boolean
}

/**
 * @param command the command as the user wrote it, with flags and quotes
 * @param file the file to open, or undefined
 */
export const shellCommand = (
  command: string,
  file: string | undefined,
  platform: NodeJS.Platform = process.platform,
): ShellCommand => {
  if (platform === 'win32')
    return { program: file === undefined ? command : `${command} "${file}"`, words: [], shell: true }
  // The file is an argument of the shell, so any name stays one word.
  return file === undefined
    ? { program: 'sh', words: ['-c', command], shell: false }
    : { program: 'sh', words: ['-c', `${command} "$1"`, command, file], shell: false }
}

/**
 * Whether a shell's exit code means that the command was not found or could not be run.
 * @param code its exit code; null after a signal
 */
export const didNotStart = (code: number | null, platform: NodeJS.Platform = process.platform): boolean =>
  // cmd.exe exits with 9009, or with 1, which a command that ran may also return.
  platform === 'win32' ? code === 9009 || code === 1 : code === 126 || code === 127
