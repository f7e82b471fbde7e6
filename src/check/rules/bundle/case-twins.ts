import type { BundleRule, Finding } from '../../rule.js'

const caseTwin: BundleRule = {
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
      const twin = seen.get(path.toLowerCase())
      if (twin !== undefined)
        return [{ file: path, message: `${path} and ${twin} differ only in letter case.` }]
      seen.set(path.toLowerCase(), path)
      return []
    })
  },
}

const folderCaseTwin: BundleRule = {
  id: 'bundle/folder-case-twin',
  level: 'warning',
  impact: null,
  section: '',
  breach: 'Two folders, or a folder and a file, differ only in letter case.',
  why: 'On a file system that ignores letter case, two such folders become one, and a file with the name of a folder cannot be unpacked.',
  remedy: 'Use the same letter case for both, or rename one.',
  check: ({ bundle }) => {
    const files = new Map<string, string>()
    /** The folders of which two files differ only in letter case: `bundle/case-twin` reports these. */
    const reported = new Set<string>()
    for (const { path } of bundle.files) {
      const folded = path.toLowerCase()
      if (files.has(folded)) for (const folder of foldersOf(path)) reported.add(folder)
      else files.set(folded, path)
    }
    const spelled = new Map<string, string>()
    const seen = new Set<string>()
    return bundle.files.flatMap(({ path }): readonly Finding[] =>
      foldersOf(path).flatMap((folder) => {
        if (seen.has(folder)) return []
        seen.add(folder)
        const folded = folder.toLowerCase()
        const file = files.get(folded)
        if (file !== undefined && file !== folder) return [finding(path, folder, 'the file', file)]
        const twin = spelled.get(folded)
        if (twin === undefined) {
          spelled.set(folded, folder)
          return []
        }
        // If their parents differ too, the parents are reported.
        if (reported.has(folder) || lastPart(folder) === lastPart(twin)) return []
        return [finding(path, folder, 'the folder', twin)]
      }),
    )
  },
}

const finding = (path: string, folder: string, kind: string, twin: string): Finding => ({
  file: path,
  message: `The folder ${folder} and ${kind} ${twin} differ only in letter case.`,
  fix: kind === 'the file' ? 'Rename one of the two.' : 'Use the same letter case for both folders.',
})

/** The folders around a file, the outermost first. */
const foldersOf = (path: string): readonly string[] => {
  const folders: string[] = []
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at))
  return folders
}

const lastPart = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1)

/** Paths that are one path where letter case does not matter. */
export const CASE_TWIN_RULES: readonly BundleRule[] = [caseTwin, folderCaseTwin]
