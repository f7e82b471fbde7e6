import { expect } from 'vitest'
import type { SheetKind } from '../../../src/host/session/sheets.js'
import { CALL_TABLE, isMethod } from '../../../src/platform/calls/table.js'
import { type ControlClient, ControlError, type SheetChoice } from '../../../src/testing/index.js'
import type { ContractEvent, ContractOutcome, ContractSeat } from '../../contract/contract.js'

/** A window of a browser with the shell, and in it the contract's app. */
export interface SeatWindow {
  /** Evaluates an expression in the app's page, and waits for what it promises. */
  readonly ask: <Answer>(expression: string) => Promise<Answer>
  /** Presses a key in the app, as a person does. @param again whether the one before did not arrive */
  readonly pressKeyInApp: (again?: boolean) => Promise<void>
  /** Turns to the host, without anything that it acts on. */
  readonly turnToHost: () => Promise<void>
  /** Presses buttons of the shell, one after the other, by their names. */
  readonly pressButtons: (names: readonly string[]) => Promise<void>
  /** The app's words on the strip that the host shows while AI works; null where there is none. */
  readonly strip: () => Promise<string | null>
  readonly cancelAi: () => Promise<void>
  readonly leave: () => Promise<void>
}

/** Whether a call is refused without a tap. */
const needsTap = (method: string): boolean => isMethod(method) && CALL_TABLE[method].gesture !== 'no'

/** One person, at a window. */
export class WindowSeat implements ContractSeat {
  readonly #seat: number
  readonly #window: SeatWindow
  readonly #client: ControlClient
  readonly leave: () => Promise<void>
  /** Whether the person has turned to the host since they last tapped in the app. */
  #isTapOver = false

  constructor(seat: number, window: SeatWindow, client: ControlClient) {
    this.#seat = seat
    this.#window = window
    this.#client = client
    this.leave = window.leave
  }

  call: ContractSeat['call'] = async (method, params = {}, tap = true) => {
    if (tap) {
      const [outcome] = await this.burst([[method, params]], true)
      return outcome ?? expect.unreachable()
    }
    // What was a tap before still counts as one, for some seconds.
    if (needsTap(method)) await this.#endTap()
    return this.#window.ask<ContractOutcome>(`contract.call(${given(method, params)})`)
  }

  burstWritten: ContractSeat['burstWritten'] = (calls, tap = false) =>
    this.#burst(
      `[${calls.map(([method, params]) => `[${JSON.stringify(method)}, ${params}]`).join()}]`,
      tap && calls.some(([method]) => needsTap(method)),
    )

  tap: ContractSeat['tap'] = async (method, params = {}) => {
    const id = await this.#window.ask<string>(`contract.onTap(${given(method, params)})`)
    await this.#press()
    return this.#called(id)
  }

  start: ContractSeat['start'] = async (method, params = {}) =>
    needsTap(method)
      ? this.tap(method, params)
      : this.#called(await this.#window.ask<string>(`contract.start(${given(method, params)}).id`))

  burst: ContractSeat['burst'] = (calls, tap = false) =>
    this.#burst(JSON.stringify(calls), tap && calls.some(([method]) => needsTap(method)))

  /** @param calls an expression */
  async #burst(calls: string, tap: boolean): Promise<readonly ContractOutcome[]> {
    if (!tap) return this.#window.ask<readonly ContractOutcome[]>(`contract.burst(${calls})`)
    for (;;) {
      if (await this.#window.ask<boolean>(`contract.inTap(${calls}, ${this.#isTapOver})`)) await this.#press()
      const outcomes = await this.#window.ask<readonly ContractOutcome[] | null>('contract.outcomesInTap()')
      if (outcomes !== null) return outcomes
      this.#isTapOver = true
    }
  }

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

  ignores: ContractSeat['ignores'] = (message) =>
    this.#window.ask(`contract.ignores(${JSON.stringify(message)})`)

  events: ContractSeat['events'] = () => this.#window.ask<readonly ContractEvent[]>('contract.said')

  strip: ContractSeat['strip'] = () => this.#window.strip()

  cancelAi: ContractSeat['cancelAi'] = async () => {
    await this.#window.cancelAi()
    this.#isTapOver = true
  }

  changeNickname: ContractSeat['changeNickname'] = async (nickname) => {
    await this.#window.pressButtons(['Menu', 'Change nickname'])
    await this.#client.answerSheet('nickname', { nickname }, { seat: this.#seat })
    this.#isTapOver = true
  }

  #called(id: string) {
    return {
      id,
      answer: () => this.#window.ask<ContractOutcome | null>(`contract.outcome(${JSON.stringify(id)})`),
    }
  }

  /** A tap in the app: a key, which reaches it below its loading cover too. */
  async #press(): Promise<void> {
    let again = false
    do {
      await this.#window.pressKeyInApp(again)
      again = true
    } while (!(await this.#window.ask<boolean>('contract.isTapped()')))
    this.#isTapOver = false
  }

  /** The person turns to the host: what they tapped before in the app is over. */
  async #endTap(): Promise<void> {
    await this.#window.turnToHost()
    this.#isTapOver = true
  }
}

const given = (method: string, params: unknown): string =>
  `${JSON.stringify(method)}, ${JSON.stringify(params)}`
