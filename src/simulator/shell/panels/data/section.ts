import type { DataEdit } from '../../../../host/control/data-edit-request.js'
import type { SavedData } from '../../control.js'

/** What each part of the Data panel is given. */
export interface SectionProps {
  readonly data: SavedData
  /** The chosen seat, from 1. */
  readonly seat: number
  /** The filter's text, trimmed and in lower case. */
  readonly wanted: string
  /** Asks the host to change one thing. Resolves to whether it was changed. */
  readonly edit: (edit: DataEdit) => Promise<boolean>
}

/** The `app_user_id` of a seat (2.5, 4.8). */
export const personOf = ({ ownerId }: SavedData, seat: number): string =>
  seat === 1 ? ownerId : `${ownerId}~${seat}`

/** A time as a developer reads it: the host's own, without its milliseconds. */
export const formatWhen = (iso: string): string => {
  const time = new Date(iso)
  return `${time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time.toLocaleTimeString('en-GB')}`
}
