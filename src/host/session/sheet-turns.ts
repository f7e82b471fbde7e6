import { CallRejection } from './call-rejection.js'
import type { Judge, SheetDrawer, SheetKind, SheetKinds } from './sheets.js'

/** A call's claim to the next sheet, made before the call awaits anything. */
export interface SheetTurn {
  /**
   * Opens the sheet and waits for the person's choice.
   * @param onDrawn called once the sheet is drawn, with a function that changes what it shows
   * @throws {CallRejection} BUSY if a sheet was open, or another call was first
   */
  open<Kind extends SheetKind>(
    kind: Kind,
    offer: SheetKinds[Kind]['offer'],
    judge: Judge<Kind>,
    onDrawn?: (change: (offer: SheetKinds[Kind]['offer']) => void) => void,
  ): Promise<SheetKinds[Kind]['choice']>
  /** Closes the claim's sheet without a choice. `open` never settles. */
  withdraw(): void
  /** Gives up the claim, if it opened no sheet. */
  release(): void
}

/**
 * The sheets of one page load, one at a time (7: `BUSY`). A call may have to await something before its sheet can be
 * drawn, such as a balance or a picture. It therefore claims its turn first: the earliest call gets the sheet, not the
 * fastest.
 */
export class SheetTurns {
  readonly #drawer: SheetDrawer
  readonly #onClosed: () => void
  readonly #onAbandoned: (call: string) => void
  #holder: Claim | null = null
  #sheet: { close(): void } | null = null
  #ended = false

  /**
   * @param onClosed called after a sheet was closed
   * @param onAbandoned called with a call that never gets its sheet, because the page was closed first
   */
  constructor(drawer: SheetDrawer, onClosed: () => void, onAbandoned: (call: string) => void) {
    this.#drawer = drawer
    this.#onClosed = onClosed
    this.#onAbandoned = onAbandoned
  }

  /** Whether a sheet is drawn. */
  get open(): boolean {
    return this.#sheet !== null
  }

  /** The id of the call whose sheet is drawn, or null. */
  get openedBy(): string | null {
    return this.#sheet === null ? null : (this.#holder?.call ?? null)
  }

  /** Whether a sheet is drawn or claimed. */
  get taken(): boolean {
    return this.#holder !== null
  }

  /** @param call the id of the call; null if the person opens the sheet themselves */
  claim(call: string | null): SheetTurn {
    const ahead = this.#holder
    const mine = newClaim(call)
    this.#holder ??= mine
    return {
      open: async (kind, offer, judge, onDrawn) => {
        // A call ahead may open no sheet after all, for example because its picture is invalid.
        if (ahead !== null) {
          await ahead.decided
          if (ahead.opened) throw busy()
        }
        while (this.#holder !== null && this.#holder !== mine) {
          if (this.#holder.opened) throw busy()
          await this.#holder.decided
        }
        if (this.#ended && call !== null) this.#onAbandoned(call)
        if (this.#ended || mine.withdrawn) return new Promise(() => {})
        this.#holder = mine
        mine.opened = true
        mine.decide()
        const sheet = this.#drawer.open(kind, offer, judge)
        this.#sheet = sheet
        onDrawn?.((changed) => sheet.change?.(changed))
        try {
          return await sheet.choice
        } finally {
          this.#closed()
        }
      },
      withdraw: () => {
        mine.withdrawn = true
        if (this.#holder !== mine || this.#sheet === null) return
        this.#sheet.close()
        this.#closed()
      },
      release: () => {
        if (this.#holder === mine) this.#holder = null
        mine.decide()
      },
    }
  }

  #closed(): void {
    this.#holder = null
    this.#sheet = null
    this.#onClosed()
  }

  /** Closes the sheet because the page was closed. No other sheet opens. */
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
  /** Resolves once it is known whether the claim opens a sheet. */
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

const busy = (): CallRejection =>
  new CallRejection(
    'BUSY',
    'A host sheet is open.',
    'Only one sheet can be open: wait for the answer of the call that opened it.',
  )
