import { CallError } from './call-error.js'
import type { Judge, SheetDrawer, SheetKind, SheetKinds } from './sheets.js'

/** A call's claim to the next sheet, made before the call awaits anything. */
export interface SheetTurn {
  /**
   * Opens the sheet and waits for what the person chooses.
   * @param onDrawn told once the sheet is there
   * @throws {CallError} BUSY where a sheet was open, or another call was first
   */
  open<Kind extends SheetKind>(
    kind: Kind,
    offer: SheetKinds[Kind]['offer'],
    judge: Judge<Kind>,
    onDrawn?: () => void,
  ): Promise<SheetKinds[Kind]['choice']>
  /** Takes the sheet away that the claim opened, with no choice made: what waits for one waits for ever. */
  withdraw(): void
  /** Gives the claim up, where no sheet came of it. */
  release(): void
}

/**
 * The sheets of one page load, one at a time (7: `BUSY`). A call may have to await something before its sheet can be
 * drawn (a purse, a picture), so that it claims its turn first: the earliest call gets the sheet, not the fastest.
 */
export class SheetTurns {
  readonly #drawer: SheetDrawer
  readonly #onClosed: () => void
  #holder: Claim | null = null
  #sheet: { close(): void } | null = null
  #ended = false

  /** @param onClosed told once a sheet that was open is gone */
  constructor(drawer: SheetDrawer, onClosed: () => void) {
    this.#drawer = drawer
    this.#onClosed = onClosed
  }

  /** Whether a sheet is drawn now. */
  get open(): boolean {
    return this.#sheet !== null
  }

  /** The id of the call whose sheet is drawn now; null where there is none. */
  get openedBy(): string | null {
    return this.#sheet === null ? null : (this.#holder?.call ?? null)
  }

  /** Whether a sheet is drawn, or about to be. */
  get taken(): boolean {
    return this.#holder !== null
  }

  /** @param call the id of the call that claims it; null where the person asked for it */
  claim(call: string | null): SheetTurn {
    const ahead = this.#holder
    const mine = newClaim(call)
    this.#holder ??= mine
    return {
      open: async (kind, offer, judge, onDrawn) => {
        // A call ahead that opens no sheet after all (its picture was bad) is in nobody's way.
        if (ahead !== null) {
          await ahead.decided
          if (ahead.opened) throw busy()
        }
        while (this.#holder !== null && this.#holder !== mine) {
          if (this.#holder.opened) throw busy()
          await this.#holder.decided
        }
        if (this.#ended || mine.withdrawn) return new Promise(() => {})
        this.#holder = mine
        mine.opened = true
        mine.decide()
        const sheet = this.#drawer.open(kind, offer, judge)
        this.#sheet = sheet
        onDrawn?.()
        try {
          return await sheet.choice
        } finally {
          this.#gone()
        }
      },
      withdraw: () => {
        mine.withdrawn = true
        if (this.#holder !== mine || this.#sheet === null) return
        this.#sheet.close()
        this.#gone()
      },
      release: () => {
        if (this.#holder === mine) this.#holder = null
        mine.decide()
      },
    }
  }

  #gone(): void {
    this.#holder = null
    this.#sheet = null
    this.#onClosed()
  }

  /** The page is gone: its sheet goes too, and it gets no other. */
  end(): void {
    this.#ended = true
    this.#sheet?.close()
  }
}

interface Claim {
  readonly call: string | null
  opened: boolean
  /** The call no longer wants a sheet. */
  withdrawn: boolean
  /** Settles once it is known whether a sheet comes of the claim. */
  readonly decided: Promise<void>
  readonly decide: () => void
}

const newClaim = (call: string | null): Claim => {
  let decide = (): void => {}
  const decided = new Promise<void>((resolve) => {
    decide = resolve
  })
  return { call, opened: false, withdrawn: false, decided, decide }
}

const busy = (): CallError =>
  new CallError(
    'BUSY',
    'A sheet of the host is open.',
    'One sheet at a time: wait for the answer of the call that opened it.',
  )
