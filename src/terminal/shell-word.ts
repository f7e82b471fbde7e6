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
