import { crc32 } from 'node:zlib'
import type { FaultRequest } from '../../src/host/control/faults/fault.js'
import type { SheetKind } from '../../src/host/session/sheets.js'
import type { ErrorCode } from '../../src/platform/error-codes.js'

/** A sentence of the platform's document, and how every host keeps it. */
export interface ContractCase {
  readonly name: string
  readonly run: (host: ContractHost) => Promise<void>
}

export const named = (name: string, run: ContractCase['run']): ContractCase => ({ name, run })

/**
 * What the contract suite sees of a host, with anything in between: nothing in memory, or the SDK's message channel,
 * a sandboxed frame, the page around it and a server in Chromium, where each seat is a window of its own.
 */
export interface ContractHost {
  /** A person opens the app in a seat, or loads it again. */
  open(seat?: number): Promise<ContractSeat>
  /** Flips switches, of everyone or of one seat. */
  set(change: Readonly<Record<string, unknown>>, seat?: number): Promise<void>
  /** Stands the host's clock still until the case is over, so that only `advance` moves it. */
  pause(): Promise<void>
  /** Moves the host's clock. */
  advance(milliseconds: number): Promise<void>
  /** What the person in a seat is told instead of the app, or the offer of access to it; null where it opens. */
  gate(seat?: number): Promise<string | null>
  /** Sets a fault for later calls, or makes something happen immediately. */
  addFault(fault: FaultRequest): Promise<void>
  removeFaults(): Promise<void>
  /** Random faults from a seed; null ends them. */
  setRandomFaults(seed: number | null): Promise<void>
  /** The app's next version has another manifest in these fields. */
  manifest(change: Readonly<Record<string, unknown>>): Promise<void>
}

export interface ContractSeat {
  /** Makes a call by message; from a tap, unless said otherwise. */
  call(method: string, params?: unknown, tap?: boolean): Promise<ContractOutcome>
  /** As `burst`, with parameters written as expressions, for values that no JSON carries. */
  burstWritten(
    calls: readonly (readonly [method: string, params: string])[],
    tap?: boolean,
  ): Promise<readonly ContractOutcome[]>
  /** Makes a call in a real tap on the app, where there are such things. */
  tap(method: string, params?: unknown): Promise<ContractCall>
  /** Makes a call from a tap, and does not wait for its answer. */
  start(method: string, params?: unknown): Promise<ContractCall>
  /** Makes calls one right after the other, without a tap unless said otherwise, and waits for all of their answers. */
  burst(
    calls: readonly (readonly [method: string, params: unknown])[],
    tap?: boolean,
  ): Promise<readonly ContractOutcome[]>
  /** Makes a call that opens a sheet, and makes this choice on it once it is open. */
  choose(method: string, params: unknown, sheet: SheetKind, choice: unknown): Promise<ContractOutcome>
  /** What the sheet shows that is open, or about to be. */
  offer(sheet: SheetKind): Promise<unknown>
  /** Makes a choice on the sheet that is open. @returns what the person is told where the host does not take it */
  decide(sheet: SheetKind, choice: unknown): Promise<string | null>
  /** Whether a message is left without an answer, while a later call has its own. */
  ignores(message: unknown): Promise<boolean>
  /** The events that the app was sent so far, in order. */
  events(): Promise<readonly ContractEvent[]>
  /** The app's words on the strip that the host shows while AI works (4.7); null where there is none. */
  strip(): Promise<string | null>
  /** The person presses Cancel on that strip. */
  cancelAi(): Promise<void>
  /** The person chooses another nickname from the host's menu. */
  changeNickname(nickname: string): Promise<void>
  /** The person closes the window. */
  leave(): Promise<void>
}

/** A call that was made. */
export interface ContractCall {
  /** The id of the request (4). */
  readonly id: string
  /** Its answer so far; null while there is none. */
  answer(): Promise<ContractOutcome | null>
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

/** A chunk of a PNG (5.3): its length, type, data and checksum. */
const chunk = (type: string, data: string): Buffer => {
  const typed = Buffer.from(type + data, 'latin1')
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length)
  numbers.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([numbers.subarray(0, 4), typed, numbers.subarray(4)])
}

/** Where the header of a PNG ends. */
const HEADER_BYTES = 33

/** The same picture with a long text in it: more than a window sends within JSON. */
export const LARGE_PNG = Buffer.concat([
  Buffer.from(TINY_PNG, 'base64').subarray(0, HEADER_BYTES),
  chunk('tEXt', `Comment\0${'long '.repeat(18_000)}`),
  Buffer.from(TINY_PNG, 'base64').subarray(HEADER_BYTES),
]).toString('base64')
