/** UTF-16 units that the scanners of markup and CSS compare with: a number is compared faster than a one-letter text. */
const TAB = 0x09
export const LINE_FEED = 0x0a
const FORM_FEED = 0x0c
export const CARRIAGE_RETURN = 0x0d
export const SPACE = 0x20
export const EXCLAMATION = 0x21
export const DOUBLE_QUOTE = 0x22
export const SINGLE_QUOTE = 0x27
export const OPEN_PARENTHESIS = 0x28
export const CLOSE_PARENTHESIS = 0x29
export const ASTERISK = 0x2a
export const HYPHEN = 0x2d
export const DOT = 0x2e
export const SLASH = 0x2f
export const COLON = 0x3a
export const LESS = 0x3c
export const EQUALS = 0x3d
export const GREATER = 0x3e
export const QUESTION = 0x3f
export const UNDERSCORE = 0x5f
export const BACKTICK = 0x60

/** Whether a unit is an ASCII letter. */
export const isLetter = (unit: number): boolean => (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a

/** Whether a unit is an ASCII letter or digit. */
export const isLetterOrDigit = (unit: number): boolean => isLetter(unit) || (unit >= 0x30 && unit <= 0x39)

/** White space in XML (2.3). */
export const isXmlSpace = (unit: number): boolean =>
  unit === SPACE || unit === LINE_FEED || unit === TAB || unit === CARRIAGE_RETURN

/** White space in HTML and CSS: that of XML and the form feed. */
export const isHtmlSpace = (unit: number): boolean => isXmlSpace(unit) || unit === FORM_FEED
