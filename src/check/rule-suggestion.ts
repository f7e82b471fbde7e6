/** The id that a mistyped one most likely means; null where none is near. */
export const suggestion = (typed: string, ids: readonly string[]): string | null => {
  const wanted = typed.toLowerCase()
  const byName = ids.find((id) => id.endsWith(`/${wanted}`))
  if (byName !== undefined) return byName
  let best: { id: string; distance: number } | null = null
  for (const id of ids) {
    const distance = editDistance(wanted, id)
    if (distance <= MAX_DISTANCE && (best === null || distance < best.distance)) best = { id, distance }
  }
  return best?.id ?? null
}

const MAX_DISTANCE = 4

/** How many letters must be added, removed or changed. */
const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
