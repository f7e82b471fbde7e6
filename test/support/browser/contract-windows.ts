import { expect } from 'vitest'
import { type Driver, PATIENCE_MS, type TestWindow } from '../../../src/playtest/drivers/driver.js'
import { ANY_VIEW } from '../../../src/playtest/drivers/process-windows.js'
import { ControlClient, type SwitchChange } from '../../../src/testing/index.js'
import { CONTRACT_MANIFEST, type ContractHost, type ContractSeat } from '../../contract/contract.js'
import { type DevSimulator, startDev } from '../rigs/dev-simulator.js'
import { CONTRACT_APP } from './contract-app.js'
import {
  askFrame,
  buttonPlace,
  connectFrame,
  focusFrame,
  frameAnswer,
  gateWords,
  hasLoadedAgain,
  isActiveWindow,
  openedAgain,
  runScript,
  stillShell,
  wasPressed,
  watchLoads,
} from './frame-channel.js'
import { type SeatWindow, WindowSeat } from './window-seat.js'

/** A window of a seat. */
interface Held {
  readonly window: TestWindow
  /** What it shows: another page, the shell without its seat, or the shell with it. */
  shows: 'other page' | 'closed seat' | 'seat'
}

/** What the tests read of an entry of the log. */
interface LoggedMessage {
  readonly kind: string
  readonly message?: string
}

/** The app in the first seat's window. */
export interface OpenApp {
  readonly window: TestWindow
  /** Evaluates an expression in the app's page. */
  readonly ask: SeatWindow['ask']
  readonly pressButtons: SeatWindow['pressButtons']
  readonly pressKeyInApp: SeatWindow['pressKeyInApp']
  /** Clicks or taps in the app, until it has arrived there: what was over the app may take a moment to go. */
  readonly pressInApp: TestWindow['press']
  /** Runs code by which the app goes to another page of its own, and waits until that has loaded. */
  readonly changePage: (code: string) => Promise<void>
  /** Connects to the contract's page, where the app came back to it. */
  readonly connect: () => Promise<void>
}

/**
 * The simulator with real windows of any browser, one for each seat. They stay from one case to the next, and so does the
 * shell in them: a page that loads costs more than most cases. Between cases, and when a person opens the app again, the seat
 * is closed by the control API, and opened again by its button.
 */
export class ContractWindows implements ContractHost {
  readonly #dev: DevSimulator
  readonly #client: ControlClient
  readonly #driver: Driver
  readonly #held = new Map<number, Held>()
  #version = 0

  private constructor(dev: DevSimulator, driver: Driver) {
    this.#dev = dev
    this.#client = new ControlClient({ control: dev.control, token: dev.token })
    this.#driver = driver
  }

  /** @param files what the app has beyond the contract's page */
  static async start(driver: Driver, files: Readonly<Record<string, string>> = {}): Promise<ContractWindows> {
    const dev = await startDev({
      ...files,
      'index.html': CONTRACT_APP,
      'manifest.json': JSON.stringify(CONTRACT_MANIFEST),
    })
    return new ContractWindows(dev, driver)
  }

  /** All as at the start, for the next case. @param failed whether the last case did, which may have left a window in any state */
  async reset(failed: boolean): Promise<void> {
    await Promise.all(
      Array.from(this.#held, ([seat, held]) => (failed ? this.#leave(held) : this.#closeSeat(seat, held))),
    )
    if (this.#version > 0) await this.#save(CONTRACT_MANIFEST)
    this.#version = 0
    await this.#client.reset()
  }

  async stop(): Promise<void> {
    await this.#driver.close()
    await this.#dev.stop()
  }

  open = async (seat = 1): Promise<ContractSeat> => {
    const { window } = await this.#opened(seat)
    await until(() => window.askShell(connectFrame, null))
    return new WindowSeat(seat, this.#seatWindow(seat), this.#client)
  }

  /** The shell's address. */
  get url(): string {
    return this.#dev.url
  }

  /** Opens the app again, to ask its page and the shell's directly. */
  app = async (): Promise<OpenApp> => {
    const { window } = await this.#opened(1)
    await until(() => window.askShell(connectFrame, null))
    const { ask, pressButtons, pressKeyInApp } = this.#seatWindow(1)
    return {
      window,
      ask,
      pressButtons,
      pressKeyInApp,
      pressInApp: async (at) => {
        await ask(
          `void (globalThis.pressed = new Promise((done) => {
            addEventListener('click', () => done(true), { capture: true, once: true })
          }))`,
        )
        await until(async () => {
          await window.press(at)
          return ask(
            'Promise.race([globalThis.pressed, new Promise((done) => setTimeout(done, 1_000, false))])',
          )
        })
      },
      changePage: async (code) => {
        await window.askShell(watchLoads, null)
        await window.askApp(runScript, code)
        await until(() => window.askShell(hasLoadedAgain, null))
      },
      connect: () => until(() => window.askShell(connectFrame, null)),
    }
  }

  /** Leaves the simulator, for another page of the shell's origin. */
  outside = async (): Promise<TestWindow> => {
    const held = await this.#opened(1)
    await this.#leave(held)
    return held.window
  }

  /** The messages in the log that start like this. */
  logged = async (start: string): Promise<readonly string[]> =>
    (await this.#entries(start)).flatMap(({ message }) => message ?? [])

  /** The kinds of the log's entries whose messages start like this. */
  kindsLogged = async (start: string): Promise<readonly string[]> =>
    (await this.#entries(start)).map(({ kind }) => kind)

  async #entries(start: string): Promise<readonly LoggedMessage[]> {
    const log = (await this.#dev.ask('calls')) as readonly LoggedMessage[]
    return log.filter(({ message }) => message?.startsWith(start) === true)
  }

  set = async (change: Readonly<Record<string, unknown>>, seat?: number): Promise<void> => {
    await this.#client.setSwitches(change as SwitchChange, seat === undefined ? {} : { seat })
  }

  pause = async (): Promise<void> => {
    await this.#client.pause()
  }

  advance = async (milliseconds: number): Promise<void> => {
    await this.#client.advance(`${milliseconds}ms`)
  }

  gate = async (seat = 1): Promise<string | null> => {
    const { window } = await this.#opened(seat)
    let words: string | null = null
    await until(async () => {
      const shown = await window.askShell(gateWords, null)
      words = shown?.words ?? null
      return shown !== null
    })
    return words
  }

  addFault: ContractHost['addFault'] = async (fault) => {
    await this.#client.addFault(fault)
  }

  removeFaults = async (): Promise<void> => {
    await this.#client.removeFault()
  }

  setRandomFaults = async (seed: number | null): Promise<void> => {
    await this.#client.setRandomFaults(seed)
  }

  manifest = async (change: Readonly<Record<string, unknown>>): Promise<void> => {
    this.#version += 1
    await this.#save({ ...CONTRACT_MANIFEST, ...change, version: `2.0.${this.#version}` })
  }

  async #save(manifest: { readonly version: string }): Promise<void> {
    await this.#dev.save('manifest.json', JSON.stringify(manifest))
    await expect.poll(async () => (await this.#client.state()).app.version).toBe(manifest.version)
  }

  /** The window of a seat, in which the app opens. */
  async #opened(seat: number): Promise<Held> {
    const held: Held = this.#held.get(seat) ?? {
      window: await this.#driver.open(ANY_VIEW),
      shows: 'other page',
    }
    this.#held.set(seat, held)
    await this.#closeSeat(seat, held)
    if (held.shows === 'closed seat') await until(() => held.window.askShell(openedAgain, seat))
    else {
      // Only the app's frame: the panels draw every call.
      await this.#go(held, `${this.#dev.url}?seat=${seat}&view=player`)
      await held.window.askShell(stillShell, null)
    }
    held.shows = 'seat'
    return held
  }

  /** Closes a seat, if its window has it. For the host, the window is gone. */
  async #closeSeat(seat: number, held: Held): Promise<void> {
    if (held.shows !== 'seat') return
    await this.#client.closeSeat(seat)
    held.shows = 'closed seat'
  }

  /** Goes to a page of the shell's origin without the shell. */
  async #leave(held: Held): Promise<void> {
    await this.#go(held, new URL('/robots.txt', this.#dev.url).href)
    held.shows = 'other page'
  }

  async #go({ window }: Held, url: string): Promise<void> {
    // Firefox refuses with NS_BINDING_ABORTED to leave a page in which a frame loads.
    await window.goto(url).catch(() => window.goto(url))
  }

  #seatWindow(seat: number): SeatWindow {
    const held = this.#held.get(seat)
    if (held === undefined) throw new Error(`Seat ${seat} has no window.`)
    const { window } = held
    const press = async (selector: string, name: string): Promise<void> => {
      await until(async () => {
        const place = await window.askShell(buttonPlace, { selector, name })
        if (place === null) return false
        await window.click(place)
        return window.askShell(wasPressed, null)
      })
    }
    const ask = async <Answer>(expression: string): Promise<Answer> => {
      let answer = await window.askShell(askFrame, expression)
      await until(async () => {
        answer ??= await window.askShell(frameAnswer, null)
        return answer !== null
      })
      const { value, error } = JSON.parse(answer ?? '{}')
      if (error !== undefined) throw new Error(error)
      return value
    }
    // One question after the other: there is one place for an answer.
    let last: Promise<unknown> = Promise.resolve()
    return {
      ask: <Answer>(expression: string) => {
        const answer = last.then(
          () => ask<Answer>(expression),
          () => ask<Answer>(expression),
        )
        last = answer
        return answer
      },
      pressKeyInApp: async (again = false) => {
        // A sheet that closed a moment ago may still keep input from the app.
        await until(() => window.askShell(focusFrame, again))
        // A page in another process gets the keyboard a moment after the shell gave it away.
        if (await window.askShell(isActiveWindow, null)) await until(() => ask('document.hasFocus()'))
        await window.key('x')
      },
      turnToHost: () => window.click({ x: 700, y: 20 }),
      pressButtons: async (names) => {
        for (const name of names) await press('', name)
      },
      strip: () =>
        window.askShell(
          () => document.querySelector<HTMLElement>('.ai-strip .ai-strip-words')?.innerText ?? null,
          null,
        ),
      cancelAi: () => press('.ai-strip', 'Cancel'),
      leave: () => this.#leave(held),
    }
  }
}

/** Asks again, as long as a question that waits itself has no answer. */
const until = async (condition: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + PATIENCE_MS
  while (!(await condition()))
    if (performance.now() > end) throw new Error('What the contract needs did not happen in the window.')
}
