import { NAME_MAX_CHARACTERS, NAME_MIN_CHARACTERS } from '../../platform/limits.js'
import { codePoints } from '../../platform/text.js'

const FALLBACK_NAME = 'My mini app'
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * An app's name from its folder's: `space-cats` becomes `Space cats`. For any folder name the result is valid
 * by 2.2, and at most 30 characters long however they are counted.
 */
export const nameFromFolder = (folderName: string): string => {
  const words = folderName
    // File names come decomposed from some systems; 2.2 counts code points.
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\p{Co}\p{Bidi_Control}]/gu, ' ')
    .replace(/[\p{White_Space}\ufeff_.-]+/gu, ' ')
    .trim()
  const [first = ''] = words
  const name = shorten(first.toLocaleUpperCase('en') + words.slice(first.length))
  return codePoints(name) < NAME_MIN_CHARACTERS ? FALLBACK_NAME : name
}

/** As many whole characters (as people see them) as a name may have. */
const shorten = (text: string): string => {
  if (text.length <= NAME_MAX_CHARACTERS) return text
  let short = ''
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (short.length + segment.length > NAME_MAX_CHARACTERS) break
    short += segment
  }
  return short.trim()
}
