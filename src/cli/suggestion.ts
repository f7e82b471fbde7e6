import leven from 'leven'

/** The candidate closest to a mistyped word, or undefined if none is close. */
export const suggestionFor = <Candidate extends string>(
  word: string,
  candidates: readonly Candidate[],
): Candidate | undefined => {
  let best: Candidate | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const distance = leven(word.toLowerCase(), candidate)
    // Less than half of it differs: "arcdae" matches "arcade", "game" does not.
    if (distance < bestDistance && distance < candidate.length / 2) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}
