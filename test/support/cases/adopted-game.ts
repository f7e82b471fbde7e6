import { adoptFiles } from '../../../src/adopt/adopt-files.js'
import { selectFiles } from '../../../src/adopt/selection.js'
import type { SpareScripts } from '../../../src/adopt/spare-scripts.js'

/** A game's files. */
export type Contents = Readonly<Record<string, string | Uint8Array>>

/** Adopts a game in memory: its texts afterwards, and what was changed in the fewest words. */
export const adopt = (contents: Contents, entry = 'index.html', spare: SpareScripts = new Map()) => {
  const files = new Map(
    Object.entries(contents).map(([path, content]) => [
      path,
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  )
  const { kept, leftBehind } = selectFiles(files, entry)
  const adopted = adoptFiles(files, kept, entry, undefined, undefined, undefined, undefined, null, spare)
  return {
    ...adopted,
    leftBehind,
    texts: Object.fromEntries(adopted.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])),
    told: adopted.changes.map(({ kind, file, line, from, to }) => [kind, file, line, from, to]),
  }
}

/** A page that has the SDK already, so that nothing but the case itself changes. */
export const page = (body: string): string =>
  `<!doctype html><title>x</title><script src="service-miniapp.js"></script><script>Service.ready()</script>\n${body}\n`

/** What stands in such a page. */
export const bodyOf = (text: string | undefined): string | undefined =>
  text?.split('\n').slice(1, -1).join('\n')
