/**
 * Untrusted text made safe for a terminal. Every control, bidirectional-control, tag and invisible joining
 * character becomes visible, code point by code point: stripping could re-form a sequence.
 */

/** Whether a code point controls a terminal or is invisible on it. */
export const isUnsafe = (point: number): boolean =>
  (point < 0x20 && point !== 0x0a && point !== 0x09) || // C0 except newline and tab
  (point >= 0x7f && point <= 0x9f) || // DEL, C1
  point === 0x061c || // Arabic letter mark
  point === 0x200b || // zero-width space
  point === 0x200e || // left-to-right mark
  point === 0x200f || // right-to-left mark
  (point >= 0x202a && point <= 0x202e) || // embeddings and overrides
  (point >= 0x2060 && point <= 0x2069) || // word joiner, invisible operators, isolates
  (point >= 0x206a && point <= 0x206f) || // deprecated format characters
  point === 0x2028 || // line separator
  point === 0x2029 || // paragraph separator
  point === 0xfeff || // byte order mark
  (point >= 0xd800 && point <= 0xdfff) || // lone surrogates
  (point >= 0xfff9 && point <= 0xfffb) || // interlinear annotation
  (point >= 0xe0000 && point <= 0xe007f) // tags

const visible = (point: number): string =>
  point < 0x20
    ? String.fromCodePoint(0x2400 + point) // ␀ … ␟
    : point === 0x7f
      ? '\u2421' // ␡
      : `<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`

/**
 * Whether a zero-width joiner or non-joiner is used as in scripts and emoji: once, between two letters or
 * pictures.
 */
const joinsProperly = (before: string | undefined, after: string | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u.test(before) &&
  /[\p{L}\p{M}\p{Extended_Pictographic}]/u.test(after)

/** Untrusted text with every character visible; newlines and tabs are kept. */
export const safeText = (text: string): string => {
  if (!mayBeUnsafe(text)) return text
  const characters = [...text]
  let out = ''
  for (const [index, character] of characters.entries()) {
    const point = character.codePointAt(0) ?? 0
    if (isUnsafe(point)) out += visible(point)
    else if (point === 0x200c || point === 0x200d)
      out += joinsProperly(characters[index - 1], characters[index + 1]) ? character : visible(point)
    else out += character
  }
  return out
}

/** Untrusted text on one line: newlines and tabs are made visible too. */
export const safeLine = (text: string): string =>
  safeText(text).replace(/[\n\t]/g, (character) => visible(character.charCodeAt(0)))

// A quick test that most text passes; other text is checked code point by code point.
const NEEDS_WORK =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this looks for control characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/

/** Whether a text needs the check by code point. */
export const mayBeUnsafe = (text: string): boolean => NEEDS_WORK.test(text)
