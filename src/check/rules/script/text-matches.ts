import type { FileFacts } from '../../facts/file.js'
import type { Finding } from '../../rule.js'

/**
 * The places of a text in a file's scripts, comments and strings included, as the platform searches for it.
 * @param word what every match has in it: it is found much faster than a pattern
 */
export const textMatches = async (
  file: FileFacts,
  word: string,
  pattern: RegExp,
  describe: (found: string) => Pick<Finding, 'message' | 'fix'>,
): Promise<readonly Finding[]> =>
  (await file.scripts()).flatMap(({ text, place }) =>
    text.includes(word)
      ? [...text.matchAll(pattern)].map((match) => ({
          file: file.path,
          ...place(match.index),
          ...describe(match[0].replace(/\s+/g, ' ')),
        }))
      : [],
  )
