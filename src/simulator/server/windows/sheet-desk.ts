import * as z from 'zod'
import type { Received } from '../../../host/log/action.js'
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

/** What became of a choice; `gone` where its sheet is no longer there, or another choice was taken first. */
export type Outcome = 'taken' | 'gone' | { readonly fault: string }

/** Told of a choice as it is put down: of a file only its size. */
export type OnChoice = (sheet: SheetKind, choice: unknown, received: Received, outcome: Outcome) => void

/** A sheet that is open, as a program sees it. */
export interface CurrentSheet {
  readonly sheet: number
  readonly kind: SheetKind
  /** What it shows; its shape is that of `SheetKinds`. */
  readonly offer: unknown
}

interface Opened {
  readonly kind: SheetKind
  readonly offer: unknown
  /** Judges a choice of the sheet's own kind, and takes it where nothing speaks against it. */
  readonly choose: (choice: SheetKinds[SheetKind]['choice']) => Outcome | Promise<Outcome>
}

/** The sheets of one window: opened by the host, drawn by the shell, answered by the person. */
export class SheetDesk implements SheetDrawer {
  readonly kinds: readonly SheetKind[]
  readonly #send: (message: SeatMessage) => void
  readonly #receive: () => Received
  readonly #onChoice: OnChoice
  readonly #onOpened: () => void
  readonly #open = new Map<number, Opened>()
  #last = 0

  /**
   * @param kinds what this window's shell can draw
   * @param receive says when a choice reached the host
   * @param onChoice told of every choice on an open sheet, and of what became of it
   */
  constructor(
    kinds: readonly SheetKind[],
    send: (message: SeatMessage) => void,
    receive: () => Received,
    onChoice: OnChoice,
    onOpened: () => void,
  ) {
    this.kinds = kinds
    this.#send = send
    this.#receive = receive
    this.#onChoice = onChoice
    this.#onOpened = onOpened
  }

  /** The sheet that is open now, or null. */
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
          // The schema of this very kind made this choice; the compiler cannot follow that through the table.
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
    // Kind and offer belong together, which the union cannot see for a Kind that is not known yet.
    this.#send({ type: 'sheet-opened', sheet, content: { kind, offer } as SheetContent })
    this.#onOpened()
    return { choice, close }
  }

  /**
   * What the person chose; on a sheet that is gone it counts for nothing.
   * @returns what became of it; null where it is no choice of that sheet at all
   */
  async choose(sheet: number, choice: unknown): Promise<Outcome | null> {
    const opened = this.#open.get(sheet)
    if (opened === undefined) return 'gone'
    const read = CHOICES[opened.kind].safeParse(choice)
    if (!read.success) return null
    const received = this.#receive()
    const outcome = await opened.choose(read.data)
    this.#onChoice(opened.kind, read.data, received, outcome)
    if (typeof outcome === 'object') this.#send({ type: 'sheet-fault', sheet, message: outcome.fault })
    return outcome
  }

  /** The kind of a sheet on which a file can be picked; null where no such sheet is open. */
  picking(sheet: number): PickSheet | null {
    const kind = this.#open.get(sheet)?.kind
    return PICK_SHEETS.find((one) => one === kind) ?? null
  }

  /** The file that the person chose on a sheet for it. */
  async give(sheet: number, file: PickedFile): Promise<Outcome> {
    const opened = this.#open.get(sheet)
    if (opened === undefined || this.picking(sheet) === null) return 'gone'
    const received = this.#receive()
    const outcome = await opened.choose(file)
    this.#onChoice(opened.kind, { file: file.size }, received, outcome)
    return outcome
  }
}

/** What a message can say was chosen. A picked file is no message: it comes by `give`. */
const CHOICES = {
  payment: z.enum(['pay', 'cancel']),
  nickname: z.strictObject({ nickname: z.string().max(1_000) }).nullable(),
  share: z.strictObject({ to: z.enum(['story', 'post', 'chat']), text: z.string().max(10_000) }).nullable(),
  ai: z.enum(['allow', 'not-now']),
  'pick-image': z.null(),
  'pick-video': z.null(),
} as const satisfies Record<SheetKind, z.ZodType>

/** The sheets that a shell may say it can draw. */
export const SHEET_KINDS = Object.keys(CHOICES) as SheetKind[]
