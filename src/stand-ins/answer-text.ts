import { hasLink } from '../platform/text-rules.js'

/**
 * A text without links, web addresses and e-mail addresses, which the assistant never gives (4.7), and without control
 * characters and lone surrogates.
 */
export const withoutLinks = (text: string): string => {
  const clean = text
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\p{Cc}\p{Cn}\p{Co}]/gu, (character) => (character === '\n' ? '\n' : ' '))
    .replace(/[a-z][a-z0-9+.-]*:\/\/\S*/giu, '')
    .replace(/\b(?:mailto|tel|javascript|data|sms):(?=\S)/giu, '')
    .replace(/\S*[@＠]\S*/gu, '')
    .replace(/\/{2,}/gu, '/')
    .replace(/\d+(?:\.\d+){3,}/gu, (address) => address.replaceAll('.', ' '))
    // A dot between letters makes a host name: "example.com" becomes two words.
    .replace(/(?<=[\p{L}\p{M}\p{N}-])[.．。｡](?=[\p{L}\p{N}])/gu, (stop, at: number, whole: string) =>
      /\d/.test(whole.charAt(at - 1)) && /\d/.test(whole.charAt(at + 1)) ? stop : ' ',
    )
  if (!hasLink(clean)) return clean
  const words = clean.replace(/\S+/gu, (word) => (hasLink(word) ? '' : word))
  // Invisible characters can still form a link: then only letters, digits and spaces are kept.
  return hasLink(words) ? words.normalize('NFKC').replace(/[^\p{L}\p{N}\s]/gu, ' ') : words
}

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
