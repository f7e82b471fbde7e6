/** The sentences and other parts of lines with one number, by their text and place among those of the same text, as `Best: #` and 1. */
export const numbersIn = (lines: readonly string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const seen = new Map<string, number>()
  for (const line of lines.flatMap((one) => one.split(PART))) {
    const [number, another] = line.match(NUMBER) ?? []
    if (number === undefined || another !== undefined) continue
    const text = line.replace(NUMBER, '#')
    const place = (seen.get(text) ?? 0) + 1
    seen.set(text, place)
    found.set(`${text}\n${place}`, number)
  }
  return found
}

/** Between sentences, and at what separates facts in one line. */
const PART = /(?<=[.!?])\s+(?=\p{Lu})|\s*[·•|]\s*/u
const NUMBER = /\d+(?:[.,]\d+)*/g

/** A line with a number, by its key. */
export const withNumber = (key: string, number: string): string =>
  key.replace(/\n\d+$/, '').replace('#', number)
