import { styleText } from 'node:util'

const STYLES = ['bold', 'dim', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'underline'] as const

/** Terminal styles: `styles(false)` returns text unchanged. */
export type Styles = Readonly<Record<(typeof STYLES)[number], (text: string) => string>>

/** @param colour whether the stream supports colour; see `wantsColour` */
export const styles = (colour: boolean): Styles =>
  Object.fromEntries(
    STYLES.map((style) => [
      style,
      // `wantsColour` decides about colour, not the stream and variables that Node.js would check.
      (text: string): string => (colour ? styleText(style, text, { validateStream: false }) : text),
    ]),
  ) as Styles

/**
 * Whether a stream gets colour: terminals do, unless NO_COLOR or `--no-color` is set; FORCE_COLOR overrides
 * the terminal test.
 */
export const wantsColour = (
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
  noColourFlag: boolean,
): boolean => {
  if (noColourFlag) return false
  if ((environment['NO_COLOR'] ?? '') !== '') return false
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTerminal && environment['TERM'] !== 'dumb'
}
