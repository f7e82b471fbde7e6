import { visit } from 'jsonc-parser'
import type { Addresses, Standing } from './addresses.js'
import type { Edit } from './edits.js'

/**
 * The texts of a JSON file that name a file by an address that has to change: a level, a map, a list of what to load.
 * @param page where the page that reads it would resolve them
 * @param own where a loader would that takes them as relative to the file itself
 */
export const jsonEdits = (
  json: string,
  page: Standing,
  own: Standing,
  addresses: Addresses,
): readonly Edit[] => {
  const edits: Edit[] = []
  visit(json, {
    onLiteralValue: (value: unknown, offset, length) => {
      if (typeof value !== 'string' || json.slice(offset + 1, offset + length - 1) !== value) return
      if (!/\.[a-z0-9]+(?:[?#]|$)/i.test(value)) return
      const mended = addresses.mendKnown(
        value,
        addresses.leads(value, own) && !value.startsWith('/') ? own : page,
      )
      if (mended === null) return
      edits.push({
        start: offset + 1,
        end: offset + length - 1,
        text: mended.url,
        change: { kind: 'address', from: value, to: mended.url, why: mended.why },
      })
    },
  })
  return edits
}
