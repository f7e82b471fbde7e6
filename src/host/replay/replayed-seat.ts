import type { Session } from '../session/session.js'
import type { Judge, OpenSheet, SheetDrawer, SheetKind, SheetKinds, Verdict } from '../session/sheets.js'

/** A seat in a replay: its session, and its open sheet. */
export class ReplayedSeat {
  session: Session | null = null
  sheet: {
    readonly kind: SheetKind
    /** @returns why it is not accepted, or null */
    readonly choose: (choice: unknown) => Verdict | Promise<Verdict>
  } | null = null

  drawerOf(kinds: readonly SheetKind[]): SheetDrawer {
    return {
      kinds,
      open: <Kind extends SheetKind>(
        kind: Kind,
        _offer: SheetKinds[Kind]['offer'],
        judge: Judge<Kind>,
      ): OpenSheet<Kind> => {
        let resolve: (made: SheetKinds[Kind]['choice']) => void = () => {}
        const choice = new Promise<SheetKinds[Kind]['choice']>((resolved) => {
          resolve = resolved
        })
        const opened = {
          kind,
          choose: (given: unknown): Verdict | Promise<Verdict> => {
            // The kind is that of the log, and the logged choice passed the host's schema.
            const made = given as SheetKinds[Kind]['choice']
            const settle = (fault: Verdict): Verdict => {
              if (fault !== null || this.sheet !== opened) return fault
              this.sheet = null
              resolve(made)
              return null
            }
            const verdict = judge(made)
            return verdict instanceof Promise ? verdict.then(settle) : settle(verdict)
          },
        }
        this.sheet = opened
        const close = (): void => {
          if (this.sheet === opened) this.sheet = null
        }
        return { choice, close }
      },
    }
  }
}
