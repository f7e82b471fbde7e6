import { RefusedError } from './miniapps/context.js'

/** Some of many. */
export interface PageOf<Item> {
  readonly shown: readonly Item[]
  /** The cursor of the next page: the ID of the last that is shown. Null on the last page. */
  readonly next: string | null
}

/**
 * A page of a list.
 * @param cursor the ID after which the page begins; absent for the first page
 * @throws {RefusedError} `invalid` for a cursor that is not in the list
 */
export const pageOf = <Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): PageOf<Item> => {
  const after = cursor === undefined ? -1 : items.findIndex((item) => idOf(item) === cursor)
  if (cursor !== undefined && after === -1)
    throw new RefusedError('invalid', `cursor: ${JSON.stringify(cursor)} is not in this list.`)
  const shown = items.slice(after + 1, after + 1 + limit)
  const last = shown.at(-1)
  return { shown, next: last !== undefined && after + 1 + limit < items.length ? idOf(last) : null }
}

/** Those of which one text has what is searched for, in upper or lower case. An empty search reads no texts. */
export const matching = <Item>(
  items: Iterable<Item>,
  search: string,
  textsOf: (item: Item) => readonly string[],
): readonly Item[] => {
  const wanted = search.trim().toLowerCase()
  return wanted === ''
    ? [...items]
    : [...items].filter((item) => textsOf(item).some((text) => text.toLowerCase().includes(wanted)))
}
