import { urlElsewhere } from '../../facts/modules/import-map.js'
import { SCRIPTS } from '../../facts/script/part.js'
import { destinationOf, isDataUrl, shownUrl } from '../../facts/text/url.js'
import type { FileRule, Finding } from '../../rule.js'

export const remoteImportMap: FileRule = {
  id: 'script/remote-import-map',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'An import map or a speculation rule names an absolute URL.',
  why: 'The upload is accepted, but every request to another host fails.',
  remedy: 'Add the file to the bundle and use its relative path.',
  needs: [SCRIPTS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) =>
    (await file.scripts()).flatMap(({ kind, text, place }) => {
      // In the order of the text, mostly: each is looked for behind the one before, since there may be thousands.
      let from = 0
      return (kind === 'data' ? textsIn(text) : [])
        .filter((url) => isDataUrl(url) || ['web', 'other-host', 'root'].includes(destinationOf(url)))
        .map((url) => {
          const at = text.indexOf(JSON.stringify(url), from)
          if (at !== -1) from = at + 1
          return {
            file: file.path,
            ...place(at === -1 ? from : at),
            ...impactOf(url, text),
            message: `The import map or speculation rule has ${shownUrl(url)}, which cannot load.`,
          }
        })
    }),
}

/** An import that an import map leads astray fails; what a speculation rule names is loaded ahead of time, if at all. */
const impactOf = (url: string, text: string): Pick<Finding, 'impact' | 'unloaded'> => {
  const unloaded = urlElsewhere(url)
  if (!/"(?:imports|scopes)"\s*:/.test(text)) return { impact: 'degrades' }
  return { impact: 'breaks', ...(unloaded === null ? {} : { unloaded }) }
}

/** The string values in JSON; none where it is not JSON. */
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
