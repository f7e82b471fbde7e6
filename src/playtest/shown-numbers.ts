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
/** The value of a number that is written with separators or with digits of another script, as `1,250`; NaN where there is none. */
export const numberOf = (number: string | undefined): number =>
  Number(
    [...(number ?? 'none')]
      .map((digit) => {
        const code = digit.codePointAt(0) ?? 0
        const zero = ZEROS.find((first) => code >= first && code < first + 10)
        return zero === undefined ? digit : String(code - zero)
      })
      .join('')
      .replace(/[.,٫٬](?=\d{3}(?!\d))/g, '')
      .replace(/[,٫]/, '.'),
  )

/** Arabic, Persian and Devanagari digits. */
const ZEROS = [0x660, 0x6f0, 0x966] as const

const NUMBER = /\d+(?:[.,]\d+)*/g

/** A line with a number, by its key. */
export const withNumber = (key: string, number: string): string =>
  key.replace(/\n\d+$/, '').replace('#', number)
