/** 2.5, rule 5: the service adds hashtags itself, after publication. */
const DELAY_MS = 2_000
const MAX_HASHTAGS = 3
const MIN_LETTERS = 5

/**
 * The hashtags of a post: its longest words, some seconds after publication. How the real service chooses
 * them is undocumented.
 */
export const hashtagsOf = (
  post: { readonly content: string; readonly publishedAt: number },
  now: number,
): readonly string[] => {
  if (now < post.publishedAt + DELAY_MS) return []
  const text = post.content.replaceAll(/https?:\/\/\S+/giu, ' ')
  const words = new Set(
    [...text.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)]
      .map(([word]) => word.toLowerCase())
      .filter((word) => [...word].length >= MIN_LETTERS),
  )
  return [...words].sort((a, b) => b.length - a.length).slice(0, MAX_HASHTAGS)
}
