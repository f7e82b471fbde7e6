import leven from 'leven'

/** The candidate that a mistyped word most likely stands for, or undefined where none is near. */
export const suggestionFor = <Candidate extends string>(
  word: string,
  candidates: readonly Candidate[],
): Candidate | undefined => {
  let best: Candidate | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const distance = leven(word.toLowerCase(), candidate)
    // Nearer than half of it differs: "arcdae" is meant as "arcade", "game" is not.
    if (distance < bestDistance && distance < candidate.length / 2) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}
