import type { BundleRule } from '../../rule.js'

export const caseTwin: BundleRule = {
  id: 'bundle/case-twin',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'Two paths differ only in letter case.',
  why: 'On a file system that ignores letter case, one would overwrite the other.',
  remedy: 'Rename one of the two.',
  check: ({ bundle }) => {
    const seen = new Map<string, string>()
    return bundle.files.flatMap(({ path }) => {
      const folded = path.toLowerCase()
      const twin = seen.get(folded)
      if (twin === undefined) {
        seen.set(folded, path)
        return []
      }
      return [
        {
          file: path,
          message: `${path} and ${twin} differ only in letter case.`,
        },
      ]
    })
  },
}
