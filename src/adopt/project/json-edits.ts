import { visit } from 'jsonc-parser'
import type { Addresses, Standing } from '../addresses.js'
import { addressEdits, type Edit } from '../edits.js'

/**
 * The texts of a JSON file that name a file by an address that has to change: a level, a map, a list of what to load. A
 * text counts where it names a file of the game exactly, or stands in a field for addresses and leads to one.
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
    onLiteralValue: (value: unknown, offset, length, _line, _character, pathOf) => {
      if (typeof value !== 'string' || json.slice(offset + 1, offset + length - 1) !== value) return
      if (!/[^/]\.[a-z0-9]+(?:[?#]|$)/i.test(value)) return
      const from = addresses.leads(value, own) && !value.startsWith('/') ? own : page
      const field = pathOf().findLast((part) => typeof part === 'string')
      const fixed =
        typeof field === 'string' && ADDRESS_FIELD.test(field)
          ? addresses.fixKnown(value, from)
          : addresses.fixExact(value, from)
      edits.push(...addressEdits(value, offset + 1, fixed))
    },
  })
  return edits
}

const ADDRESS_FIELD =
  /^(?:urls?|uri|src|href|images?|file|files|path|source|texture|audio)$|(?:Url|URL|Uri|URI|Src)$/

/**
 * The names that a JSON file gives its parts and that may look like those of files: its keys, and its fields `name` and
 * `filename`, by which an atlas names its frames.
 */
export const labelsIn = (json: string): readonly string[] => {
  const labels: string[] = []
  visit(json, {
    onObjectProperty: (name) => {
      if (name.includes('.')) labels.push(name)
    },
    onLiteralValue: (value: unknown, _offset, _length, _line, _character, pathOf) => {
      if (
        typeof value === 'string' &&
        value.includes('.') &&
        /^(?:file)?name$/i.test(String(pathOf().at(-1)))
      )
        labels.push(value)
    },
  })
  return labels
}
