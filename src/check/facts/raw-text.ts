import type { LineIndex, Place } from './position.js'

/**
 * The place of an offset in a script's or a style's text, as a browser has it: with LF alone.
 * @param page the text that it stands in
 * @param from where it starts there
 */
export const placeInRawText = (page: string, lines: LineIndex, from: number, offset: number): Place => {
  let at = from
  for (let left = offset; left > 0 && at < page.length; left--)
    at += page.charCodeAt(at) === 0x0d && page.charCodeAt(at + 1) === 0x0a ? 2 : 1
  return lines.place(at)
}
