import type { SheetKind } from '../../../src/host/session/sheets.js'
import { CALL_TABLE, isMethod } from '../../../src/platform/calls/table.js'
import { type ControlClient, ControlError, type SheetChoice } from '../../../src/testing/index.js'
import type { ContractEvent, ContractOutcome, ContractSeat } from '../../contract/contract.js'

/** A window of a browser with the shell, and in it the contract's app. */
export interface SeatWindow {
  /** Evaluates an expression in the app's page, and waits for what it promises. */
  readonly ask: <Answer>(expression: string) => Promise<Answer>
  /** Presses a key in the app, as a person does. */
  readonly pressKeyInApp: () => Promise<void>
  /** Turns to the host, without anything that it acts on. */
  readonly turnToHost: () => Promise<void>
  /** Presses buttons of the shell, one after the other, by their names. */
  readonly pressButtons: (names: readonly string[]) => Promise<void>
  /** The app's words on the strip that the host shows while AI works; null where there is none. */
  readonly strip: () => Promise<string | null>
  readonly cancelAi: () => Promise<void>
  readonly leave: () => Promise<void>
}

/** A tap counts for longer in every browser, and a machine is not that slow. */
const TAP_HOLDS_MS = 2_000

/** One person, at a window. */
export class WindowSeat implements ContractSeat {
  readonly #seat: number
  readonly #window: SeatWindow
  readonly #client: ControlClient
  readonly leave: () => Promise<void>
  #tappedAt = Number.NEGATIVE_INFINITY

  constructor(seat: number, window: SeatWindow, client: ControlClient) {
    this.#seat = seat
    this.#window = window
    this.#client = client
    this.leave = window.leave
  }

  call: ContractSeat['call'] = async (method, params = {}, tap = true) => {
    // What was a tap before still counts as one, for some seconds.
    if (!tap && isMethod(method) && CALL_TABLE[method].gesture === 'tap') await this.#endTap()
    return this.#ask<ContractOutcome>(`contract.call(${given(method, params)})`, tap)
  }

  tap: ContractSeat['tap'] = async (method, params = {}) => {
    const id = await this.#ask<string>(`contract.onTap(${given(method, params)})`)
    // By the keyboard, which reaches the app below its loading cover too.
    await this.#window.pressKeyInApp()
    this.#tappedAt = performance.now()
    return this.#called(id)
  }

  start: ContractSeat['start'] = async (method, params = {}) =>
    this.#called(await this.#ask<string>(`contract.start(${given(method, params)}).id`, true))

  burst: ContractSeat['burst'] = (calls, tap = false) =>
    this.#ask(`contract.burst(${JSON.stringify(calls)})`, tap)

  choose: ContractSeat['choose'] = async (method, params, sheet, choice) => {
    const [outcome] = await Promise.all([
      this.call(method, params),
      this.#client.answerSheet(sheet, choice as SheetChoice<SheetKind>, { seat: this.#seat }),
    ])
    return outcome
  }

  offer: ContractSeat['offer'] = async (sheet) =>
    (await this.#client.waitForSheet(sheet, { seat: this.#seat })).offer

  decide: ContractSeat['decide'] = async (sheet, choice) => {
    try {
      await this.#client.answerSheet(sheet, choice as SheetChoice<SheetKind>, { seat: this.#seat })
      return null
    } catch (error) {
      if (error instanceof ControlError && error.status === 422) return error.message
      throw error
    }
  }

  ignores: ContractSeat['ignores'] = (message) => this.#ask(`contract.ignores(${JSON.stringify(message)})`)

  events: ContractSeat['events'] = () => this.#ask<readonly ContractEvent[]>('contract.said')

  strip: ContractSeat['strip'] = () => this.#window.strip()

  cancelAi: ContractSeat['cancelAi'] = async () => {
    await this.#window.cancelAi()
    this.#tappedAt = Number.NEGATIVE_INFINITY
  }

  changeNickname: ContractSeat['changeNickname'] = async (nickname) => {
    await this.#window.pressButtons(['Menu', 'Change nickname'])
    await this.#client.answerSheet('nickname', { nickname }, { seat: this.#seat })
    this.#tappedAt = Number.NEGATIVE_INFINITY
  }

  #called(id: string) {
    return {
      id,
      answer: () => this.#ask<ContractOutcome | null>(`contract.outcome(${JSON.stringify(id)})`),
    }
  }

  /** Evaluates in the app's page, after a key was pressed in it where that is to be a tap. */
  async #ask<Answer>(expression: string, tap = false): Promise<Answer> {
    if (tap && performance.now() - this.#tappedAt >= TAP_HOLDS_MS) {
      await this.#window.pressKeyInApp()
      this.#tappedAt = performance.now()
    }
    return this.#window.ask(expression)
  }

  /** The person turns to the host: what they tapped before in the app is over. */
  async #endTap(): Promise<void> {
    await this.#window.turnToHost()
    this.#tappedAt = Number.NEGATIVE_INFINITY
  }
}

const given = (method: string, params: unknown): string =>
  `${JSON.stringify(method)}, ${JSON.stringify(params)}`
