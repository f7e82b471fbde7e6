import * as z from 'zod'
import { PICK_SHEETS, type PickSheet } from '../../../host/picking/pick-faults.js'
import type { PickedFile } from '../../../host/picking/picked-file.js'
import type {
  Judge,
  OpenSheet,
  SheetDrawer,
  SheetKind,
  SheetKinds,
  Verdict,
} from '../../../host/session/sheets.js'
import type { SeatMessage, SheetContent } from '../../messages.js'
import type { Outcome, SeatLog } from './seat-log.js'

/** An open sheet, as programs see it. */
export interface CurrentSheet {
  readonly sheet: number
  readonly kind: SheetKind
  /** What it shows, as `SheetKinds` defines it. */
  readonly offer: unknown
}

interface Opened {
  readonly kind: SheetKind
  readonly offer: unknown
  /** Checks a choice of the sheet's own kind, and accepts it if it is valid. */
  readonly choose: (choice: SheetKinds[SheetKind]['choice']) => Outcome | Promise<Outcome>
}

/** The sheets of one window: opened by the host, drawn by the shell, answered by the person. */
export class SheetDesk implements SheetDrawer {
  readonly kinds: readonly SheetKind[]
  readonly #send: (message: SeatMessage) => void
  readonly #log: SeatLog
  readonly #onOpened: () => void
  readonly #open = new Map<number, Opened>()
  #last = 0

  /**
   * @param kinds the sheets that this window's shell can draw
   * @param log gets every choice on an open sheet, and its outcome
   */
  constructor(
    kinds: readonly SheetKind[],
    send: (message: SeatMessage) => void,
    log: SeatLog,
    onOpened: () => void,
  ) {
    this.kinds = kinds
    this.#send = send
    this.#log = log
    this.#onOpened = onOpened
  }

  /** The open sheet, or null. */
  get current(): CurrentSheet | null {
    const [last] = [...this.#open].slice(-1)
    return last === undefined ? null : { sheet: last[0], kind: last[1].kind, offer: last[1].offer }
  }

  open<Kind extends SheetKind>(
    kind: Kind,
    offer: SheetKinds[Kind]['offer'],
    judge: Judge<Kind>,
  ): OpenSheet<Kind> {
    this.#last += 1
    const sheet = this.#last
    const close = (): boolean => {
      const wasOpen = this.#open.delete(sheet)
      if (wasOpen) this.#send({ type: 'sheet-closed', sheet })
      return wasOpen
    }
    const choice = new Promise<SheetKinds[Kind]['choice']>((resolve) => {
      this.#open.set(sheet, {
        kind,
        offer,
        choose: (given) => {
          // This kind's own schema made this choice. The compiler cannot follow that through the table.
          const made = given as SheetKinds[Kind]['choice']
          const settle = (fault: Verdict): Outcome => {
            if (fault !== null) return this.#open.has(sheet) ? { fault } : 'gone'
            if (!close()) return 'gone'
            resolve(made)
            return 'taken'
          }
          const verdict = judge(made)
          return verdict instanceof Promise ? verdict.then(settle) : settle(verdict)
        },
      })
    })
    // Kind and offer match, which the compiler cannot see for a generic Kind.
    this.#send({ type: 'sheet-opened', sheet, content: { kind, offer } as SheetContent })
    this.#onOpened()
    const change = (changed: SheetKinds[Kind]['offer']): void => {
      const opened = this.#open.get(sheet)
      if (opened === undefined) return
      this.#open.set(sheet, { ...opened, offer: changed })
      this.#send({ type: 'sheet-changed', sheet, content: { kind, offer: changed } as SheetContent })
    }
    return { choice, change, close }
  }

  /**
   * Makes the person's choice. On a closed sheet it has no effect.
   * @returns the outcome; null if it is not a valid choice for the sheet
   */
  async choose(sheet: number, choice: unknown): Promise<Outcome | null> {
    const opened = this.#open.get(sheet)
    if (opened === undefined) return 'gone'
    const read = CHOICES[opened.kind].safeParse(choice)
    if (!read.success) return null
    const received = this.#log.receive()
    const outcome = await opened.choose(read.data)
    this.#log.choice(opened.kind, read.data, received, outcome)
    if (typeof outcome === 'object') this.#send({ type: 'sheet-fault', sheet, message: outcome.fault })
    return outcome
  }

  /** The kind of an open sheet for picking a file; null if no such sheet is open. */
  picking(sheet: number): PickSheet | null {
    const kind = this.#open.get(sheet)?.kind
    return PICK_SHEETS.find((one) => one === kind) ?? null
  }

  /** Passes the file that the person chose to a sheet. */
  async give(sheet: number, file: PickedFile): Promise<Outcome> {
    const opened = this.#open.get(sheet)
    if (opened === undefined || this.picking(sheet) === null) return 'gone'
    const received = this.#log.receive()
    const outcome = await opened.choose(this.#log.outside(file))
    this.#log.choice(opened.kind, { file: file.size }, received, outcome)
    return outcome
  }
}

/** The choices that a message can have. A picked file comes through `give` instead. */
const CHOICES = {
  payment: z.enum(['pay', 'cancel']),
  nickname: z.strictObject({ nickname: z.string().max(1_000) }).nullable(),
  share: z
    .strictObject({
      to: z.enum(['story', 'post', 'chat']),
      text: z.string().max(10_000),
      chat: z.string().max(200).optional(),
    })
    .nullable(),
  ai: z.enum(['allow', 'not-now']),
  'pick-image': z.null(),
  'pick-video': z.null(),
} as const satisfies Record<SheetKind, z.ZodType>

/** The sheets that a shell can draw. */
export const SHEET_KINDS = Object.keys(CHOICES) as SheetKind[]
