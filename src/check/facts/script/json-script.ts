import type { ParsedScript } from './read.js'

/**
 * Whether a file with the extension of a script contains JSON that is not a script, as old models of three.js and data for
 * `fetch` do. A list or a number is a script that does nothing.
 */
export const isJsonScript = ({ part, failure }: Pick<ParsedScript, 'part' | 'failure'>): boolean => {
  if (failure === null || part.kind === 'handler' || !/^\s*\{/.test(part.text)) return false
  try {
    JSON.parse(part.text)
    return true
  } catch {
    return false
  }
}
