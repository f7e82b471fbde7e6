import type { Session } from '../session/session.js'
import type { Judge, OpenSheet, SheetDrawer, SheetKind, SheetKinds } from '../session/sheets.js'

/** A seat in a replay: its session, and its open sheet. */
export class ReplayedSeat {
  session: Session | null = null
  /** The ids of unanswered calls. */
  readonly waiting = new Set<string>()
  /** A call that is not in the log may have opened a sheet: then a choice without a sheet is not a difference. */
  sheetMissing = false
  sheet: {
    readonly kind: SheetKind
    /** @returns why it is not accepted, or null */
    readonly choose: (choice: unknown) => Promise<string | null>
  } | null = null

  drawerOf(kinds: readonly SheetKind[]): SheetDrawer {
    return {
      kinds,
      open: <Kind extends SheetKind>(
        kind: Kind,
        _offer: SheetKinds[Kind]['offer'],
        judge: Judge<Kind>,
      ): OpenSheet<Kind> => {
        const close = (): void => {
          this.sheet = null
        }
        const choice = new Promise<SheetKinds[Kind]['choice']>((resolve) => {
          this.sheet = {
            kind,
            choose: async (given) => {
              // The kind is that of the log, and the logged choice passed the host's schema.
              const made = given as SheetKinds[Kind]['choice']
              const fault = await judge(made)
              if (fault === null) {
                close()
                resolve(made)
              }
              return fault
            },
          }
        })
        return { choice, close }
      },
    }
  }
}
