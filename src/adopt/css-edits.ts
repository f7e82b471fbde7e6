import { cssLinks } from '../check/facts/css.js'
import type { Addresses, Standing } from './addresses.js'
import type { Edit } from './edits.js'

/** The addresses in CSS that have to change. What is written with escapes stays, and `check` tells of it. */
export const cssEdits = (css: string, from: Standing, addresses: Addresses): readonly Edit[] =>
  cssLinks(css).flatMap(({ kind, url, offset }) => {
    if (kind === 'value') return []
    const opening = /^(?:url\(\s*)?["']?/i.exec(css.slice(offset))?.[0].length ?? 0
    const start = offset + opening
    const end = start + url.length
    if (url === '' || css.slice(start, end) !== url) return []
    const mended = addresses.mend(url, from)
    if (mended === null) return []
    return [
      {
        start,
        end,
        text: mended.url,
        change: { kind: 'address', from: url, to: mended.url, why: mended.why },
      },
    ]
  })
