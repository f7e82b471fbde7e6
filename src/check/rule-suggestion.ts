import leven from 'leven'

/** The id that a mistyped one most likely means; null where none is near. */
export const suggestion = (typed: string, ids: readonly string[]): string | null => {
  const wanted = typed.toLowerCase()
  const byName = ids.find((id) => id.endsWith(`/${wanted}`))
  if (byName !== undefined) return byName
  let best: { id: string; distance: number } | null = null
  for (const id of ids) {
    const distance = leven(wanted, id)
    if (distance <= MAX_DISTANCE && (best === null || distance < best.distance)) best = { id, distance }
  }
  return best?.id ?? null
}

const MAX_DISTANCE = 4
