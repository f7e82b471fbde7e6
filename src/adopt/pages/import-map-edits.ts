import { visit } from 'jsonc-parser'
import { destinationOf } from '../../check/facts/text/url.js'
import { fieldsOf, jsonObject } from '../../platform/plain-objects.js'
import { type Addresses, asSpecifier, type NewAddress, type Standing } from '../addresses.js'
import { addressEdits, type Edit } from '../edits.js'
import { attributeOf, contentOf, type Element, elementsOfPage } from './page-elements.js'

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
  if (destinationOf(value) === 'web')
    return asSpecifier(isFolder ? addresses.fixRemoteFolder(value, own) : addresses.fixRemote(value, own))
  if (!/^\.{0,2}\//.test(value)) return null
  return asSpecifier(
    isFolder ? addresses.fixStart(value, own) : addresses.fixKnown(value, own, { style: 'import' }),
  )
}

/** Where the names of the import maps of a page lead. */
export const importedNames = (page: string): readonly (readonly [name: string, url: string])[] =>
  elementsOfPage(page)
    .filter(isImportMap)
    .flatMap((element) =>
      Object.entries(fieldsOf(jsonObject(contentOf(page, element)?.text ?? '')['imports'])),
    )
    .flatMap(([name, url]) => (typeof url === 'string' ? [[name, url] as const] : []))

/** Whether an element is an import map. */
export const isImportMap = (element: Element): boolean =>
  element.tagName === 'script' && attributeOf(element, 'type')?.trim().toLowerCase() === 'importmap'
