import type { Request } from 'express'
import { type PageOf, pageOf } from '../paging.js'

type Asked = Pick<Request<unknown>, 'query' | 'path' | 'baseUrl'>

/** A part of a list, and the addresses of its other parts; null where there is none. */
export interface ShownPart<Item> extends Pick<PageOf<Item>, 'shown'> {
  /** How many the whole list has. */
  readonly total: number
  readonly first: string | null
  readonly next: string | null
}

/** How many items a list shows that take few lines each. */
const LINES_PER_PAGE = 10

const LONGEST_SEARCH = 200

/** What a page's search field was sent with. */
export const searchAsked = ({ query }: Pick<Asked, 'query'>): string => {
  const given = query['search']
  return typeof given === 'string' ? given.trim().slice(0, LONGEST_SEARCH) : ''
}

/** What is known by its `id`, as most items are. */
export const ownId = ({ id }: { readonly id: string }): string => id

/** A part of a list with its items as a page shows them: only these are put into words, not the whole list. */
export const viewed = <Item, View>(part: ShownPart<Item>, view: (item: Item) => View): ShownPart<View> => ({
  ...part,
  shown: part.shown.map(view),
})

/**
 * The part of a list that a page shows. A cursor that is no longer in the list leads to the first part.
 * @param name of the parameter with the cursor: a page may have several lists
 */
export const shownPart = <Item>(
  request: Asked,
  name: string,
  items: readonly Item[],
  idOf: (item: Item) => string,
  limit = LINES_PER_PAGE,
): ShownPart<Item> => {
  const given = request.query[name]
  const cursor = items.some((item) => idOf(item) === given) ? String(given) : undefined
  const { shown, next } = pageOf(items, idOf, { limit, cursor })
  const addressWith = (value: string | null): string => {
    const query = new URLSearchParams()
    for (const [key, one] of Object.entries(request.query))
      if (key !== name && typeof one === 'string' && one !== '') query.set(key, one)
    if (value !== null) query.set(name, value)
    const text = query.toString()
    return `${request.baseUrl}${request.path}${text === '' ? '' : `?${text}`}`
  }
  return {
    shown,
    total: items.length,
    first: cursor === undefined ? null : addressWith(null),
    next: next === null ? null : addressWith(next),
  }
}
