import leven from 'leven'

/** The candidate closest to a mistyped word, or undefined if none is near: one slip in up to seven letters, two in eleven. */
export const suggestionFor = <Candidate extends string>(
  word: string,
  candidates: readonly Candidate[],
): Candidate | undefined => {
  const typed = word.toLowerCase()
  let best: Candidate | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const distance = slips(typed, candidate.toLowerCase())
    if (distance < bestDistance && distance <= mostSlips(Math.min(typed.length, candidate.length))) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** The letters that were added, left out or replaced. Two that changed places are one slip. */
export const slips = (a: string, b: string): number => {
  const distance = leven(a, b)
  return distance === 2 && sorted(a) === sorted(b) ? 1 : distance
}

const sorted = (word: string): string => [...word].sort().join('')

const mostSlips = (length: number): number => (length < 3 ? 0 : Math.max(1, Math.floor(length / 4)))
