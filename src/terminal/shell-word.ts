/** A text as one word of a command that a person types to a shell: as it is where that is safe, else in quotes. */
export const shellWord = (text: string, platform: NodeJS.Platform = process.platform): string => {
  const isPlain = platform === 'win32' ? PLAIN_ON_WINDOWS : PLAIN
  if (isPlain.test(text)) return text
  // A single quote within single quotes ends them, so it stands between.
  return platform === 'win32' ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", `'\\''`)}'`
}

const PLAIN = /^[\p{L}\p{M}\p{N}_@%+:,./=-]+$/u
// There `%` names a variable, and `\` is what stands between folders.
const PLAIN_ON_WINDOWS = /^[\p{L}\p{M}\p{N}_@+:,./\\=-]+$/u

/** A path as one word of a command, that no command takes for a flag. */
export const shellPath = (path: string, platform: NodeJS.Platform = process.platform): string =>
  shellWord(path.startsWith('-') ? `./${path}` : path, platform)
