/** A path as it must be typed to a shell: as it is where that is safe, else in quotes. */
export const shellWord = (path: string, platform: NodeJS.Platform): string => {
  const word = path.startsWith('-') ? `./${path}` : path
  if (/^[\p{L}\p{M}\p{N}_@%+:,./\\=-]+$/u.test(word) && (platform === 'win32' || !word.includes('\\')))
    return word
  // A Windows path cannot hold a double quote; a single quote within single quotes ends them, so it stands between.
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`
}
