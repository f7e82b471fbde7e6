/** Compares two `MAJOR.MINOR.PATCH` versions (9). Null if one is not valid. */
export const compareVersions = (a: string, b: string): number | null => {
  const left = parts(a)
  const right = parts(b)
  if (left === null || right === null) return null
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? 0
    if (part !== other) return part - other
  }
  return 0
}

const parts = (version: string): readonly number[] | null =>
  /^\d+\.\d+\.\d+$/.test(version) ? version.split('.').map(Number) : null

/** The next version: increments a part and sets the parts after it to 0. Null if the text is not a version. */
export const bumpVersion = (version: string, part: 'major' | 'minor' | 'patch'): string | null => {
  const [major, minor, patch] = parts(version) ?? []
  if (major === undefined || minor === undefined || patch === undefined) return null
  if (part === 'major') return `${major + 1}.0.0`
  return part === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}
