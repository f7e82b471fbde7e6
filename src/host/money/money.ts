import type { Switches } from '../control/switches.js'
import type { Ledger } from './ledger.js'

/** The money of an app: everyone's balance and every sale. Saved before a change is acknowledged. */
export interface Money {
  /** The current ledger, with everything applied that is due. */
  readonly ledger: Ledger
  /**
   * Changes the ledger and resolves once the change is saved.
   * @throws {NotSavedError} if it could not be saved; the ledger is unchanged then
   */
  change<R>(act: (ledger: Ledger) => R): Promise<R>
  /** Gives a person without a balance their first one. */
  ensureBalance(person: string, switches: Switches): Promise<void>
  /** Sets a person's balance. @throws {NotSavedError} */
  setBalance(person: string, thousandths: number): Promise<void>
  /**
   * Applies what is due, and resolves once that is saved.
   * @throws {NotSavedError} if it could not be saved; the ledger is unchanged then
   */
  settled(): Promise<void>
}
