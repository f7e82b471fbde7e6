/** Colours for a terminal, or none: `styles(false)` returns the text as it is. */
export interface Styles {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly blue: (text: string) => string
  readonly magenta: (text: string) => string
  readonly cyan: (text: string) => string
  readonly underline: (text: string) => string
}

const PLAIN = (text: string): string => text
const sgr =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001b[${open}m${text}\u001b[${close}m`

/** @param colour whether the stream takes colour; see `wantsColour` */
export const styles = (colour: boolean): Styles => ({
  bold: colour ? sgr(1, 22) : PLAIN,
  dim: colour ? sgr(2, 22) : PLAIN,
  red: colour ? sgr(31, 39) : PLAIN,
  green: colour ? sgr(32, 39) : PLAIN,
  yellow: colour ? sgr(33, 39) : PLAIN,
  blue: colour ? sgr(34, 39) : PLAIN,
  magenta: colour ? sgr(35, 39) : PLAIN,
  cyan: colour ? sgr(36, 39) : PLAIN,
  underline: colour ? sgr(4, 24) : PLAIN,
})

/** Whether a stream gets colour: a terminal does, unless NO_COLOR or `--no-color`; FORCE_COLOR overrides the terminal test. */
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
