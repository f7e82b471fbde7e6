/**
 * The words of a prompt, in lower case and without accents, in their order. Scripts that write without spaces give
 * one long word, which is fine: it still decides what chance does.
 */
export const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The forms under which a word may stand in a dictionary: itself, and what it may be the plural of. */
const formsOf = (word: string): readonly string[] => {
  const forms = [word]
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`)
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.endsWith('s')) forms.push(word.slice(0, -1))
  if (word.endsWith('y')) forms.push(word.slice(0, -1))
  return forms
}

/** Looks a word up, or what it may be the plural of. */
export const lookUp = <T>(dictionary: ReadonlyMap<string, T>, word: string): T | undefined => {
  for (const form of formsOf(word)) {
    const found = dictionary.get(form)
    if (found !== undefined) return found
  }
  return undefined
}

/** A dictionary from lines of words that mean the same. */
export const dictionaryOf = <T extends string>(
  lines: Readonly<Record<T, string>>,
): ReadonlyMap<string, T> => {
  const dictionary = new Map<string, T>()
  for (const [meaning, words] of Object.entries(lines) as [T, string][])
    for (const word of words.split(' ')) dictionary.set(word, meaning)
  return dictionary
}

const NEGATIONS = new Set(['no', 'not', 'without', 'never', 'ohne', 'kein', 'keine', 'sans', 'sin', 'senza'])

/**
 * Splits the words of a prompt into those that are wanted and those that are not: each word after a "no" or a "without" is not.
 * @param avoid what the app asked to avoid
 */
export const wantedWords = (
  prompt: string,
  avoid: string,
): { readonly wanted: readonly string[]; readonly unwanted: ReadonlySet<string> } => {
  const unwanted = new Set(wordsOf(avoid).flatMap(formsOf))
  const wanted: string[] = []
  let negated = false
  for (const word of wordsOf(prompt)) {
    if (NEGATIONS.has(word)) negated = true
    else if (negated) {
      for (const form of formsOf(word)) unwanted.add(form)
      negated = false
    } else wanted.push(word)
  }
  return { wanted: wanted.filter((word) => !formsOf(word).some((form) => unwanted.has(form))), unwanted }
}
