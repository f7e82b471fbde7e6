import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Driver, TestWindow } from '../../src/playtest/drivers/driver.js'
import { ControlClient, type SwitchChange } from '../../src/testing/index.js'
import { CONTRACT_MANIFEST, type ContractHost, type ContractSeat } from '../contract/contract.js'
import { CONTRACT_APP } from './contract-app.js'
import { type DevSimulator, startDev } from './dev-simulator.js'
import { WindowSeat } from './window-seat.js'

/** The simulator with real windows of any browser, one for each seat. */
export class ContractDriverWindows implements ContractHost {
  readonly #dev: DevSimulator
  readonly #client: ControlClient
  readonly #driver: Driver
  readonly #windows = new Map<number, TestWindow>()
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

  /** All as at the start, for the next case; no window shows the shell. */
  async reset(): Promise<void> {
    await Promise.all(Array.from(this.#windows.values(), (window) => window.goto(this.#elsewhere)))
    if (this.#version > 0) await this.#save(CONTRACT_MANIFEST)
    this.#version = 0
    await this.#client.reset()
  }

  async stop(): Promise<void> {
    await this.#driver.close()
    await this.#dev.stop()
  }

  open = async (seat = 1): Promise<ContractSeat> => {
    const window = await this.#goTo(seat)
    await expect
      .poll(() => window.askShell(() => document.querySelector('iframe[title="Mini app"]') !== null, null))
      .toBe(true)
    await window.appLoaded()
    return new WindowSeat(seat, this.#seatWindow(seat, window), this.#client)
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
    const window = await this.#goTo(seat)
    let shown: { readonly words: string | null } | null = null
    await expect
      .poll(async () => {
        shown = await window.askShell(() => {
          const words = document.querySelector<HTMLElement>(
            '[aria-label="The app does not open"] [role=status], [aria-label="The app’s page"] .access-offer [dir=auto]',
          )
          if (words !== null) return { words: words.innerText }
          return document.querySelector('iframe[title="Mini app"]') === null ? null : { words: null }
        }, null)
        return shown
      })
      .not.toBeNull()
    return (shown as { readonly words: string | null } | null)?.words ?? null
  }

  trouble: ContractHost['trouble'] = async (order) => {
    await this.#client.orderTrouble(order)
  }

  callOffTrouble = async (): Promise<void> => {
    await this.#client.callOffTrouble()
  }

  torture = async (seed: number | null): Promise<void> => {
    await this.#client.torture(seed)
  }

  manifest = async (change: Readonly<Record<string, unknown>>): Promise<void> => {
    this.#version += 1
    await this.#save({ ...CONTRACT_MANIFEST, ...change, version: `2.0.${this.#version}` })
  }

  /** A page of the shell's origin without the shell. */
  get #elsewhere(): string {
    return new URL('/robots.txt', this.#dev.url).href
  }

  async #save(manifest: { readonly version: string }): Promise<void> {
    await this.#dev.save('manifest.json', JSON.stringify(manifest))
    await expect.poll(async () => (await this.#client.state()).app.version).toBe(manifest.version)
  }

  async #goTo(seat: number): Promise<TestWindow> {
    const window =
      this.#windows.get(seat) ??
      (await this.#driver.open({
        theme: 'light',
        locale: 'en',
        touch: false,
        pixelRatio: 1,
        frame: 'phone',
        trace: false,
      }))
    this.#windows.set(seat, window)
    await window.goto(`${this.#dev.url}?seat=${seat}`)
    return window
  }

  #seatWindow(seat: number, window: TestWindow): ConstructorParameters<typeof WindowSeat>[1] {
    const press = async (selector: string, name: string): Promise<void> => {
      await expect.poll(() => window.askShell(buttonPlace, { selector, name })).not.toBeNull()
      const place = await window.askShell(buttonPlace, { selector, name })
      if (place !== null) await window.click(place)
    }
    const ask = async <Answer>(expression: string): Promise<Answer> => {
      await window.askApp((words) => {
        const root = document.documentElement
        root.removeAttribute('data-answer')
        root.setAttribute('data-ask', words)
        dispatchEvent(new Event('contract-ask'))
      }, expression)
      for (;;) {
        const answer = await window.askApp(
          () => document.documentElement.getAttribute('data-answer') ?? '',
          null,
        )
        if (answer === null) throw new Error('The app has no page.')
        if (answer !== '') {
          const { value, error } = JSON.parse(answer)
          if (error !== undefined) throw new Error(error)
          return value
        }
        await wait(5)
      }
    }
    // One question after the other: the page has one place for an answer.
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
      pressKeyInApp: () => window.key('x'),
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
      leave: () => {
        this.#windows.delete(seat)
        return window.close()
      },
    }
  }
}

/** Where a button of the shell is, by its name; null if there is none. */
const buttonPlace = ({ selector, name }: { readonly selector: string; readonly name: string }) => {
  for (const button of document.querySelectorAll(`${selector} button`)) {
    if ((button.getAttribute('aria-label') ?? button.textContent?.trim()) !== name) continue
    const { left, top, width, height } = button.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  return null
}
