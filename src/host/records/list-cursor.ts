import type { ListOrder } from './shared-store.js'
import type { ListPosition } from './stored-record.js'

/**
 * The `next` of `db.list` as apps see it (4.6): opaque text that stands for a position in a list. It is not a number of
 * records to skip, so it stays valid while others write.
 */
export const encodeCursor = (key: string, order: ListOrder, position: ListPosition): string =>
  `${key}~${order}~${position.rank ?? ''}~${position.sequence}`

/** The position that a cursor stands for, or null if it is invalid or belongs to another key or order. */
export const decodeCursor = (key: string, order: ListOrder, cursor: string): ListPosition | null => {
  const [cursorKey, cursorOrder, rank, sequence, ...rest] = cursor.split('~')
  if (cursorKey !== key || cursorOrder !== order) return null
  if (rank === undefined || sequence === undefined || rest.length > 0) return null
  if (!/^\d{1,15}$/.test(sequence)) return null
  if (rank === '') return { rank: null, sequence: Number(sequence) }
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(rank)) return null
  const number = Number(rank)
  return Number.isFinite(number) ? { rank: number, sequence: Number(sequence) } : null
}
