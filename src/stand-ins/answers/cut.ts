const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How far back from the limit the end of a sentence or a word is searched for. */
const SENTENCE_REACH = 0.5
const WORD_REACH = 0.75

/**
 * Cuts a text to a number of characters, counted as in `string.length`: at the end of a sentence or a word if one is near,
 * and never within a visible character.
 */
export const cut = (text: string, maxCharacters: number): string => {
  if (text.length <= maxCharacters) return text
  let whole = ''
  for (const { segment } of graphemes.segment(text.slice(0, maxCharacters + LONGEST_GRAPHEME))) {
    if (whole.length + segment.length > maxCharacters) break
    whole += segment
  }
  const sentence = Math.max(...[...whole.matchAll(/[.!?…](?=\s|$)/gu)].map(({ index }) => index + 1), 0)
  if (sentence >= maxCharacters * SENTENCE_REACH) return whole.slice(0, sentence)
  const word = whole.slice(0, -1).search(/\s\S*$/u)
  return (word >= maxCharacters * WORD_REACH ? whole.slice(0, word) : whole).trimEnd()
}

const LONGEST_GRAPHEME = 100
