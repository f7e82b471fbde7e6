/** A command that a person has set, an editor or a pager, as it is given to the shell of a system. */
export interface ShellCommand {
  readonly program: string
  readonly words: readonly string[]
  /** Whether the words are one line for the shell of Windows, which has no list of words. */
  readonly shell: boolean
}

/**
 * @param command as the person wrote it, flags and quotes and all
 * @param file what it is to open, or undefined
 */
export const shellCommand = (
  command: string,
  file: string | undefined,
  platform: NodeJS.Platform = process.platform,
): ShellCommand => {
  if (platform === 'win32')
    return { program: file === undefined ? command : `${command} "${file}"`, words: [], shell: true }
  // The file is an argument of the shell: whatever its name holds, it stays one word.
  return file === undefined
    ? { program: 'sh', words: ['-c', command], shell: false }
    : { program: 'sh', words: ['-c', `${command} "$1"`, command, file], shell: false }
}

/**
 * Whether a shell ended so because there is no such command, or it could not be run.
 * @param code its exit code; null after a signal
 */
export const didNotStart = (code: number | null, platform: NodeJS.Platform = process.platform): boolean =>
  // cmd.exe says 9009, or 1, which a command that was run may say too.
  platform === 'win32' ? code === 9009 || code === 1 : code === 126 || code === 127
