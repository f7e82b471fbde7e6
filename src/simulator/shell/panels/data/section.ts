import type { DataEdit } from '../../../../host/control/data-edit-request.js'
import type { SavedData } from '../../stores/control.js'

/** The properties of each part of the Data panel. */
export interface SectionProps {
  readonly data: SavedData
  /** The selected seat, from 1. */
  readonly seat: number
  /** The filter text, trimmed and in lower case. */
  readonly wanted: string
  /** Asks the host to change one item. Resolves to whether it did. */
  readonly edit: (edit: DataEdit) => Promise<boolean>
}

/** A time in the host's time zone, without milliseconds. */
export const formatWhen = (iso: string): string => {
  const time = new Date(iso)
  return `${time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time.toLocaleTimeString('en-GB')}`
}
