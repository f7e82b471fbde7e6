import type { Failure } from '../failure.js'
import { safeText } from './safe-text.js'
import type { Styles } from './style.js'
import { wrapText } from './wrap-text.js'

const MARK = 'error '

/** In narrower columns most lines would be a single word. */
const NARROWEST = 20

/**
 * A failure as people read it: the message, then what to do. On a terminal both are wrapped between words, and the message
 * goes on under its first word.
 * @param columns the width; infinite where nothing is wrapped
 */
export const failureText = (
  { message, remedy }: Pick<Failure, 'message' | 'remedy'>,
  styles: Styles,
  columns: number,
): string => {
  const indent = columns === Number.POSITIVE_INFINITY ? 0 : MARK.length
  const [first = '', ...others] = safeText(message).split('\n')
  return [
    `${styles.red(MARK.trimEnd())} ${wrapped(first, columns - MARK.length, indent)}`,
    ...[...others, ...(remedy === undefined ? [] : safeText(remedy).split('\n'))].map((line) => {
      const own = line.length - line.trimStart().length
      return `${line.slice(0, own)}${wrapped(line.slice(own), columns - own, own)}`
    }),
  ].join('\n')
}

const wrapped = (line: string, columns: number, indent: number): string =>
  wrapText(line, Math.max(NARROWEST, columns), 'keep').join(`\n${' '.repeat(indent)}`)
