import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Driver, PATIENCE_MS, type TestWindow } from '../../src/playtest/drivers/driver.js'
import { ANY_VIEW } from '../../src/playtest/drivers/process-windows.js'
import { ControlClient, type SwitchChange } from '../../src/testing/index.js'
import { CONTRACT_MANIFEST, type ContractHost, type ContractSeat } from '../contract/contract.js'
import { CONTRACT_APP } from './contract-app.js'
import { type DevSimulator, startDev } from './dev-simulator.js'
import {
  askFrame,
  buttonPlace,
  closeApp,
  connectFrame,
  focusFrame,
  frameAnswer,
  gateWords,
  pressed,
  stillShell,
  useFrame,
} from './frame-channel.js'
import { WindowSeat } from './window-seat.js'

/** A window of a seat. */
interface Held {
  readonly window: TestWindow
  /** Whether it shows the shell, and so has its seat. */
  shown: boolean
  /**
   * How far this case has come: it needs no window, or the app in it is as the reset loaded it, with nothing changed since or
   * not, or the case has opened the app.
   */
  use: 'none' | 'loaded' | 'changed' | 'opened'
}

/**
 * The simulator with real windows of any browser, one for each seat. They stay from one case to the next, since a window is
 * a process: a reset loads the app in them, and one that was not needed goes to another page, where it has no seat.
 */
export class ContractDriverWindows implements ContractHost {
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

  static async start(driver: Driver): Promise<ContractDriverWindows> {
    const dev = await startDev({
      'index.html': CONTRACT_APP,
      'manifest.json': JSON.stringify(CONTRACT_MANIFEST),
    })
    return new ContractDriverWindows(dev, driver)
  }

  /** All as at the start, for the next case. @param failed whether the last case did, which may have left a window in any state */
  async reset(failed: boolean): Promise<void> {
    const reopened = this.#version > 0
    const all = [...this.#held.values()]
    await Promise.all(
      all.map(async (held) => {
        // A manifest that is saved loads the app too, sooner or later.
        if (held.shown && (failed || reopened || held.use === 'none')) await this.#park(held)
        else if (held.shown) await held.window.askShell(useFrame, null)
        held.use = 'none'
      }),
    )
    if (reopened) await this.#save(CONTRACT_MANIFEST)
    this.#version = 0
    await this.#client.reset()
    await Promise.all(
      all.map(async (held) => {
        if (!held.shown) return
        await until(() => held.window.askShell(connectFrame, null))
        held.use = 'loaded'
      }),
    )
  }

  async stop(): Promise<void> {
    await this.#driver.close()
    await this.#dev.stop()
  }

  open = async (seat = 1): Promise<ContractSeat> => {
    const held = await this.#hold(seat)
    if (held.use === 'changed' && this.#version === 0) await this.#openAgain(held)
    else if (held.use !== 'loaded') await this.#goTo(seat, held)
    held.use = 'opened'
    await until(() => held.window.askShell(connectFrame, null))
    return new WindowSeat(seat, this.#seatWindow(held), this.#client)
  }

  /** Loads the app again, to ask its page and the shell's directly. */
  app = async (): Promise<{
    /** Evaluates an expression in the app's page. */
    readonly ask: <Answer>(expression: string) => Promise<Answer>
    readonly askShell: TestWindow['askShell']
  }> => {
    const held = await this.#hold(1)
    if (held.use === 'opened') held.use = 'changed'
    await this.open(1)
    return { ask: this.#seatWindow(held).ask, askShell: held.window.askShell }
  }

  /** The messages in the log that start like this. */
  logged = async (start: string): Promise<readonly string[]> =>
    ((await this.#dev.ask('calls')) as readonly { readonly message?: string }[]).flatMap(({ message }) =>
      message?.startsWith(start) === true ? [message] : [],
    )

  set = async (change: Readonly<Record<string, unknown>>, seat?: number): Promise<void> => {
    this.#change()
    await this.#client.setSwitches(change as SwitchChange, seat === undefined ? {} : { seat })
  }

  pause = async (): Promise<void> => {
    this.#change()
    await this.#client.pause()
  }

  advance = async (milliseconds: number): Promise<void> => {
    this.#change()
    await this.#client.advance(`${milliseconds}ms`)
  }

  gate = async (seat = 1): Promise<string | null> => {
    const held = await this.#hold(seat)
    await this.#goTo(seat, held)
    held.use = 'opened'
    let shown: { readonly words: string | null } | null = null
    await until(async () => {
      shown = await held.window.askShell(gateWords, null)
      return shown !== null
    })
    return (shown as { readonly words: string | null } | null)?.words ?? null
  }

  trouble: ContractHost['trouble'] = async (order) => {
    this.#change()
    await this.#client.orderTrouble(order)
  }

  callOffTrouble = async (): Promise<void> => {
    await this.#client.callOffTrouble()
  }

  torture = async (seed: number | null): Promise<void> => {
    this.#change()
    await this.#client.torture(seed)
  }

  manifest = async (change: Readonly<Record<string, unknown>>): Promise<void> => {
    this.#change()
    this.#version += 1
    await this.#save({ ...CONTRACT_MANIFEST, ...change, version: `2.0.${this.#version}` })
  }

  /** What the case changes holds for apps that are opened afterwards. */
  #change(): void {
    for (const held of this.#held.values()) if (held.use === 'loaded') held.use = 'changed'
  }

  async #save(manifest: { readonly version: string }): Promise<void> {
    await this.#dev.save('manifest.json', JSON.stringify(manifest))
    await expect.poll(async () => (await this.#client.state()).app.version).toBe(manifest.version)
  }

  /** The window of a seat, for this case. */
  async #hold(seat: number): Promise<Held> {
    const held = this.#held.get(seat) ?? {
      window: await this.#driver.open(ANY_VIEW),
      shown: false,
      use: 'none' as const,
    }
    this.#held.set(seat, held)
    return held
  }

  /** Opens the shell with the app's frame only: the panels draw every call. */
  async #goTo(seat: number, held: Held): Promise<void> {
    await this.#go(held, `${this.#dev.url}?seat=${seat}&view=player`)
    await held.window.askShell(stillShell, null)
    held.shown = true
  }

  /** The person closes the app and opens it again, which takes a fraction of the time of another window. */
  async #openAgain({ window }: Held): Promise<void> {
    await window.askShell(useFrame, null)
    // Each is pressed once, since a second time would close or open the app that comes next.
    await until(() => window.askShell(closeApp, null))
    await until(() => window.askShell(pressed, '.blank .host-action'))
  }

  /** Goes to a page of the shell's origin without the shell. */
  async #park(held: Held): Promise<void> {
    await this.#go(held, new URL('/robots.txt', this.#dev.url).href)
    held.shown = false
  }

  async #go({ window }: Held, url: string): Promise<void> {
    // Firefox refuses with NS_BINDING_ABORTED to leave a page in which a frame loads.
    await window.goto(url).catch(() => window.goto(url))
  }

  #seatWindow(held: Held): ConstructorParameters<typeof WindowSeat>[1] {
    const { window } = held
    const press = async (selector: string, name: string): Promise<void> => {
      const button = { selector, name }
      await until(async () => (await window.askShell(buttonPlace, button)) !== null)
      const place = await window.askShell(buttonPlace, button)
      if (place !== null) await window.click(place)
    }
    const ask = async <Answer>(expression: string): Promise<Answer> => {
      await window.askShell(askFrame, expression)
      let answer: string | null = null
      await until(async () => {
        answer = await window.askShell(frameAnswer, null)
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
      pressKeyInApp: async () => {
        await window.askShell(focusFrame, null)
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
      leave: () => this.#park(held),
    }
  }
}

/** How long to wait before looking again, in milliseconds, at first and later. */
const LOOK_AGAIN_MS = 5
const LOOK_LATER_MS = 80

/** Waits, the longer from one look to the next the longer it takes already: each look costs the browser some work. */
const until = async (condition: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + PATIENCE_MS
  for (let pause = LOOK_AGAIN_MS; !(await condition()); pause = Math.min(2 * pause, LOOK_LATER_MS)) {
    if (performance.now() > end) throw new Error('What the contract needs did not happen in the window.')
    await wait(pause)
  }
}
