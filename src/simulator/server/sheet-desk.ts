import { z } from 'zod'
import type { Judge, OpenSheet, SheetDrawer, SheetKind, SheetKinds } from '../../host/sheets.js'
import type { SeatMessage, SheetContent } from '../messages.js'

/** The sheets of one window: opened by the host, drawn by the shell, answered by the person. */
export class SheetDesk implements SheetDrawer {
  readonly kinds: readonly SheetKind[]
  readonly #send: (message: SeatMessage) => void
  readonly #open = new Map<number, (choice: unknown) => void>()
  #last = 0

  /** @param kinds what this window's shell can draw */
  constructor(kinds: readonly SheetKind[], send: (message: SeatMessage) => void) {
    this.kinds = kinds
    this.#send = send
  }

  open<Kind extends SheetKind>(
    kind: Kind,
    offer: SheetKinds[Kind]['offer'],
    judge: Judge<Kind>,
  ): OpenSheet<Kind> {
    this.#last += 1
    const sheet = this.#last
    const close = (): void => {
      if (this.#open.delete(sheet)) this.#send({ type: 'sheet-closed', sheet })
    }
    const choice = new Promise<SheetKinds[Kind]['choice']>((resolve) => {
      this.#open.set(sheet, (given) => {
        const read = CHOICES[kind].safeParse(given)
        if (!read.success) return
        // The schema of this very kind made this choice; the compiler cannot follow that through the table.
        const made = read.data as SheetKinds[Kind]['choice']
        const fault = judge(made)
        if (fault !== null) {
          this.#send({ type: 'sheet-fault', sheet, message: fault })
          return
        }
        close()
        resolve(made)
      })
    })
    // Kind and offer belong together, which the union cannot see for a Kind that is not known yet.
    this.#send({ type: 'sheet-opened', sheet, content: { kind, offer } as SheetContent })
    return { choice, close }
  }

  /** What the person chose; on a sheet that is gone it counts for nothing. */
  choose(sheet: number, choice: unknown): void {
    this.#open.get(sheet)?.(choice)
  }
}

const CHOICES = {
  payment: z.enum(['pay', 'cancel']),
  nickname: z.strictObject({ nickname: z.string().max(1_000) }).nullable(),
  share: z.strictObject({ to: z.enum(['story', 'post', 'chat']), text: z.string().max(10_000) }).nullable(),
} as const satisfies Record<SheetKind, z.ZodType>

/** The sheets that a shell may say it can draw. */
export const SHEET_KINDS = Object.keys(CHOICES) as SheetKind[]
