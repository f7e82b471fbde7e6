import type { Action, Received } from '../../../host/log/action.js'
import type { CallLog } from '../../../host/log/call-log.js'
import type { PickedFile } from '../../../host/picking/picked-file.js'
import { SHEET_NAMES, type SheetKind } from '../../../host/session/sheets.js'

/** The outcome of a choice: `gone` if its sheet is closed, or another choice was accepted first. */
export type Outcome = 'taken' | 'gone' | { readonly fault: string }

/** Logs what happens in one seat outside the app's calls. */
export class SeatLog {
  readonly #log: CallLog
  readonly #seat: number

  constructor(log: CallLog, seat: number) {
    this.#log = log
    this.#seat = seat
  }

  /** When what is being handled reached the host. */
  receive(): Received {
    return this.#log.receive()
  }

  /** A file that the person chose, whose reading a replay does not repeat. */
  outside(file: PickedFile): PickedFile {
    return this.#log.outside.file(file)
  }

  note(message: string): void {
    this.#log.note(this.#seat, message)
  }

  /**
   * Logs an action on the host from outside the app, which a replay repeats.
   * @param loadedAfter for a page load: the last entry before it
   */
  act(message: string, action: Action, loadedAfter?: number): void {
    this.#log.note(this.#seat, message, {
      action,
      received: this.#log.receive(),
      ...(loadedAfter === undefined ? {} : { loadedAfter }),
    })
  }

  /** Logs a person's choice, with any outcome. Of a file, only the size. */
  choice(sheet: SheetKind, choice: unknown, received: Received, outcome: Outcome): void {
    if (outcome === 'gone') return
    const fault = outcome === 'taken' ? null : outcome.fault
    const words = describeChoice(sheet, choice)
    this.#log.note(
      this.#seat,
      fault === null ? `${words}.` : `${words}, which was not accepted: ${fault} The app is not told.`,
      { action: { do: 'choose', sheet, choice, fault }, received },
    )
  }
}

/** What a person did on a sheet, for the log: `The person pressed Pay on the payment sheet`. */
export const describeChoice = (sheet: SheetKind, choice: unknown): string => {
  const name = SHEET_NAMES[sheet]
  if (choice === null) return `The person closed the ${name}`
  if (sheet === 'pick-image' || sheet === 'pick-video') return `The person chose a file in the ${name}`
  if (typeof choice === 'string')
    return `The person pressed ${BUTTONS.get(choice) ?? JSON.stringify(choice)} on the ${name}`
  const { nickname, to } = choice as { readonly nickname?: unknown; readonly to?: unknown }
  if (typeof nickname === 'string') return `The person entered ${JSON.stringify(nickname)} on the ${name}`
  if (typeof to === 'string')
    return `The person pressed ${BUTTONS.get(to) ?? JSON.stringify(to)} on the ${name}`
  return `The person made a choice on the ${name}`
}

/** The buttons of the sheets, by what they choose. */
const BUTTONS: ReadonlyMap<string, string> = new Map([
  ['pay', 'Pay'],
  ['cancel', 'Cancel'],
  ['allow', 'Allow'],
  ['not-now', 'Not now'],
  ['story', 'Story'],
  ['post', 'Post'],
  ['chat', 'Chat'],
])
