import { visit } from 'jsonc-parser'
import { destinationOf } from '../../check/facts/text/url.js'
import type { Addresses, NewAddress, Standing } from '../addresses.js'
import { addressEdits, type Edit } from '../edits.js'

/** The addresses of an import map that have to change: those that names lead to, and names that are addresses. */
export const importMapEdits = (json: string, own: Standing, addresses: Addresses): readonly Edit[] => {
  const edits: Edit[] = []
  const note = (value: string, offset: number, length: number): void => {
    if (json.slice(offset + 1, offset + length - 1) !== value) return
    edits.push(...addressEdits(value, offset + 1, addressIn(value, own, addresses)))
  }
  visit(json, {
    onObjectProperty: note,
    onLiteralValue: (value: unknown, offset, length) => {
      if (typeof value === 'string') note(value, offset, length)
    },
  })
  return edits
}

const addressIn = (value: string, own: Standing, addresses: Addresses): NewAddress | null => {
  const isFolder = value.endsWith('/')
  const fixed =
    destinationOf(value) === 'web'
      ? isFolder
        ? null
        : addresses.fixRemote(value, own)
      : /^\.{0,2}\//.test(value)
        ? isFolder
          ? addresses.fixStart(value, own)
          : addresses.fixKnown(value, own, { style: 'import' })
        : null
  return fixed === null || /^\.{0,2}\//.test(fixed.url) ? fixed : { ...fixed, url: `./${fixed.url}` }
}
