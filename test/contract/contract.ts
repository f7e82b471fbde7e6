import type { TroubleRequest } from '../../src/host/trouble/trouble.js'
import type { ErrorCode } from '../../src/platform/error-codes.js'

/**
 * What the contract suite sees of a host, whatever stands between: nothing at all in memory, or the SDK's message channel,
 * a sandboxed frame, the page around it and a server in Chromium.
 */
export interface ContractHost {
  /** A person opens the app in a seat. */
  open(seat?: number): Promise<ContractSeat>
  /** Flips switches, of everyone or of one seat. */
  set(change: Readonly<Record<string, unknown>>, seat?: number): Promise<void>
  /** Moves the host's clock. */
  advance(milliseconds: number): Promise<void>
  /** What the person in a seat is told instead of the app; null where it opens. */
  gate(seat?: number): Promise<string | null>
  /** Orders trouble for calls to come, or a moment at once. */
  trouble(order: TroubleRequest): Promise<void>
}

export interface ContractSeat {
  /** Makes a call by message; from a tap, unless said otherwise. */
  call(method: string, params?: unknown, tap?: boolean): Promise<ContractOutcome>
  /** Makes a call that opens a sheet, and makes this choice on it once it is open. */
  choose(method: string, params: unknown, sheet: string, choice: unknown): Promise<ContractOutcome>
  /** Whether a message is left without an answer, while a later call has its own. */
  ignores(message: unknown): Promise<boolean>
  /** The events that the app was sent so far, in order. */
  events(): Promise<readonly ContractEvent[]>
}

export type ContractOutcome = { readonly result: unknown } | { readonly code: ErrorCode }

export interface ContractEvent {
  readonly event: string
  readonly data: unknown
}

/** The app that every case runs in. */
export const CONTRACT_MANIFEST = {
  service_miniapp: 1,
  app_id: 'ma_abcdefghij',
  version: '1.2.3',
  name: 'Contract',
  summary: 'What every host must do',
  age_rating: '4+',
  icon: 'icon.png',
  access: { type: 'free' },
  products: [
    {
      id: 'coins',
      title: 'Ten coins',
      statement: 'Ten coins to spend in the game.',
      price: '2.5',
      kind: 'consumable',
    },
    { id: 'hat', title: 'A hat', statement: 'A hat that you keep.', price: '10', kind: 'permanent' },
    { id: 'castle', title: 'A castle', statement: 'A castle by the sea.', price: '20', kind: 'consumable' },
  ],
  capabilities: {
    'ai.image': { version: 1, purpose: 'Draws what you write.' },
    'ai.assistant': { version: 1, purpose: 'Answers what you ask.' },
  },
} as const

/** A picture of 64 by 64 pixels, as `share` takes it. */
export const TINY_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAS0lEQVRo3u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqnc8OKOIH2AAAAAAElFTkSuQmCC'
