import { hasLink } from '../../platform/text-rules.js'

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
