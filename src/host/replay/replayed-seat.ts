import type { Session } from '../session/session.js'
import type { Judge, OpenSheet, SheetDrawer, SheetKind, SheetKinds } from '../session/sheets.js'

/** A seat in a replay: its session, and the sheet that waits for the person. */
export class ReplayedSeat {
  session: Session | null = null
  /** The ids of the calls that have no answer yet. */
  readonly waiting = new Set<string>()
  /** A call that is not in the log may have a sheet open: a choice on none is no difference. */
  sheetMissing = false
  sheet: {
    readonly kind: SheetKind
    /** @returns why it is not taken, or null */
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
              // The kind was compared with the log's, and the log has what the host's own schema had taken.
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
