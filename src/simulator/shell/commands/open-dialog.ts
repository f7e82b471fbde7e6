import type { Signal } from '@preact/signals'

/** The dialog that is open over the shell; null if there is none. */
export type OpenDialog = Signal<'palette' | 'shortcuts' | 'phone' | null>
