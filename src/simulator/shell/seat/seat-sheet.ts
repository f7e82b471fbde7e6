import { signal } from '@preact/signals'
import type { SheetKind } from '../../../host/session/sheets.js'
import type { ShownContent } from '../bridge/share-pictures.js'

/** A sheet of the host that is open over the app. */
export interface OpenedSheet {
  readonly id: number
  readonly content: ShownContent
  /** Why the last choice was rejected. */
  readonly fault: string | null
  /** A choice is being sent. */
  readonly busy: boolean
}

/** The sheets that this shell can draw. */
export const DRAWN_SHEETS: readonly SheetKind[] = [
  'payment',
  'nickname',
  'share',
  'pick-image',
  'pick-video',
  'ai',
]

/** The host's sheet over the app; only one is open at a time. */
export type SeatSheet = ReturnType<typeof createSeatSheet>

export const createSeatSheet = () => {
  const shown = signal<OpenedSheet | null>(null)
  return {
    shown,
    isOpen: (id: number): boolean => shown.value?.id === id,
    open: (id: number, content: ShownContent): void => {
      shown.value = { id, content, fault: null, busy: false }
    },
    /** Changes a sheet if it is still open. */
    change: (id: number, changes: Partial<Omit<OpenedSheet, 'id'>>): void => {
      if (shown.value?.id === id) shown.value = { ...shown.value, ...changes }
    },
    close: (): void => {
      shown.value = null
    },
  }
}
