import { destinationOf, isDataUrl, shownUrl } from '../../facts/url.js'
import type { FileRule } from '../../rule.js'

export const remoteImportMap: FileRule = {
  id: 'script/remote-import-map',
  level: 'warning',
  section: '2.10',
  breach: 'An import map or a speculation rule names an absolute URL.',
  why: 'It is accepted, and every request to another host fails.',
  mend: 'Put the file into the bundle and write its relative path.',
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) =>
    (await file.scripts()).flatMap(({ kind, text, place }) =>
      (kind === 'data' ? textsIn(text) : [])
        .filter((url) => isDataUrl(url) || ['web', 'other-host', 'root'].includes(destinationOf(url)))
        .map((url) => ({
          file: file.path,
          ...place(Math.max(0, text.indexOf(JSON.stringify(url)))),
          message: `The import map or speculation rule has ${shownUrl(url)}, which cannot load.`,
          fix: 'Put the file into the bundle and write its relative path.',
        })),
    ),
}

/** The texts that stand as values in JSON; none where it is no JSON. */
const textsIn = (json: string): readonly string[] => {
  const found: string[] = []
  try {
    JSON.parse(json, (_, value: unknown) => {
      if (typeof value === 'string') found.push(value)
      return value
    })
  } catch {
    // A browser ignores it too.
    return []
  }
  return found
}
