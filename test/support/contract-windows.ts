import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ControlClient, type SwitchChange } from '../../src/testing/index.js'
import { CONTRACT_MANIFEST, type ContractHost, type ContractSeat } from '../contract/contract.js'
import { CONTRACT_APP } from './contract-app.js'
import { type DevSimulator, startDev } from './dev-simulator.js'
import { WindowSeat } from './window-seat.js'

/** A frame in which no seat was opened yet. */
const NEW_FRAME = 'iframe[title="Mini app"]:not([data-used])'

/**
 * The simulator with real windows, one for each seat, which stay from one case to the next: the shell takes several times
 * as long to load as the app in it.
 */
export class ContractWindows implements ContractHost {
  readonly #dev: DevSimulator
  readonly #client: ControlClient
  readonly #context: BrowserContext
  readonly #pages = new Map<number, Page>()
  /** The seats that this case used. */
  readonly #used = new Set<number>()
  /** The seats whose app the reset has loaded, with nothing changed since. */
  readonly #loaded = new Set<number>()
  #version = 0

  private constructor(dev: DevSimulator, context: BrowserContext) {
    this.#dev = dev
    this.#client = new ControlClient({ control: dev.control, token: dev.token })
    this.#context = context
  }

  static async start(browser: Browser): Promise<ContractWindows> {
    const dev = await startDev({
      'index.html': CONTRACT_APP,
      'manifest.json': JSON.stringify(CONTRACT_MANIFEST),
    })
    // What moves while the app loads is drawn sixty times a second.
    return new ContractWindows(dev, await browser.newContext({ reducedMotion: 'reduce' }))
  }

  /** All as at the start, for the next case. @param failed whether the last case did, which may have left a window in any state */
  async reset(failed: boolean): Promise<void> {
    const reopened = this.#version > 0
    if (reopened) await this.#save(CONTRACT_MANIFEST)
    this.#version = 0
    for (const [seat, page] of this.#pages)
      if (failed || !this.#used.has(seat)) {
        this.#pages.delete(seat)
        await page.close()
      }
    this.#used.clear()
    await Promise.all(Array.from(this.#pages.values(), markUsed))
    await this.#client.reset()
    this.#loaded.clear()
    // A manifest that was saved loads the app too, sooner or later.
    if (!reopened) for (const seat of this.#pages.keys()) this.#loaded.add(seat)
  }

  async stop(): Promise<void> {
    await this.#context.close()
    await this.#dev.stop()
  }

  open = async (seat = 1): Promise<ContractSeat> => {
    const page = await this.#newFrame(seat)
    const element = await page.waitForSelector(NEW_FRAME, { state: 'attached' })
    const frame = await element.contentFrame()
    if (frame === null) throw new Error('The app has no frame.')
    // Until then it shows an empty page, which has loaded too.
    await frame.waitForURL(({ pathname }) => pathname.startsWith(`/${CONTRACT_MANIFEST.app_id}/`))
    const session = await this.#context.newCDPSession(frame)
    const strip = page.getByRole('status', { name: 'AI' })
    return new WindowSeat(
      seat,
      {
        ask: async (expression) => {
          const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
            expression,
            awaitPromise: true,
            returnByValue: true,
            userGesture: false,
          })
          if (exceptionDetails !== undefined)
            throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
          return result.value
        },
        pressKeyInApp: () => frame.locator('#key').press('x'),
        turnToHost: () => page.getByRole('button', { name: 'Menu' }).press('Shift'),
        pressButtons: async (names) => {
          for (const name of names) await page.getByRole('button', { name }).click()
        },
        strip: async () => {
          // In one look: it may go at any moment.
          const [words] = await strip.locator('.ai-strip-words').allInnerTexts()
          return words ?? null
        },
        cancelAi: () => strip.getByRole('button', { name: 'Cancel' }).click(),
        leave: () => {
          this.#pages.delete(seat)
          return page.close()
        },
      },
      this.#client,
    )
  }

  set = async (change: Readonly<Record<string, unknown>>, seat?: number): Promise<void> => {
    this.#loaded.clear()
    await this.#client.setSwitches(change as SwitchChange, seat === undefined ? {} : { seat })
  }

  pause = async (): Promise<void> => {
    this.#loaded.clear()
    await this.#client.pause()
  }

  advance = async (milliseconds: number): Promise<void> => {
    this.#loaded.clear()
    await this.#client.advance(`${milliseconds}ms`)
  }

  gate = async (seat = 1): Promise<string | null> => {
    const page = await this.#goTo(seat)
    const gate = page.getByRole('region', { name: 'The app does not open' }).getByRole('status')
    const offer = page.getByRole('region', { name: 'The app’s page' }).locator('.access-offer [dir=auto]')
    await gate.or(offer).or(page.getByTitle('Mini app')).first().waitFor()
    for (const words of [gate, offer]) if (await words.isVisible()) return words.innerText()
    return null
  }

  trouble: ContractHost['trouble'] = async (order) => {
    this.#loaded.clear()
    await this.#client.orderTrouble(order)
  }

  callOffTrouble = async (): Promise<void> => {
    await this.#client.callOffTrouble()
  }

  torture = async (seed: number | null): Promise<void> => {
    this.#loaded.clear()
    await this.#client.torture(seed)
  }

  manifest = async (change: Readonly<Record<string, unknown>>): Promise<void> => {
    this.#loaded.clear()
    this.#version += 1
    await this.#save({ ...CONTRACT_MANIFEST, ...change, version: `2.0.${this.#version}` })
  }

  async #save(manifest: { readonly version: string }): Promise<void> {
    await this.#dev.save('manifest.json', JSON.stringify(manifest))
    await expect.poll(async () => (await this.#client.state()).app.version).toBe(manifest.version)
  }

  /** The window of a seat, where a frame that nothing was done in is there or on its way. */
  async #newFrame(seat: number): Promise<Page> {
    const page = this.#pages.get(seat)
    if (page === undefined) return this.#goTo(seat)
    this.#used.add(seat)
    if (this.#loaded.delete(seat)) return page
    await markUsed(page)
    const reload = page.getByRole('button', { name: 'Reload' })
    if (this.#version > 0 || !(await reload.isEnabled())) return this.#goTo(seat)
    await reload.click()
    return page
  }

  async #goTo(seat: number): Promise<Page> {
    this.#used.add(seat)
    this.#loaded.delete(seat)
    const page = this.#pages.get(seat) ?? (await this.#context.newPage())
    this.#pages.set(seat, page)
    await page.goto(`${this.#dev.url}?seat=${seat}`)
    return page
  }
}

/** Marks the frame that a window shows, if it does: the shell makes another for each load of the app. */
const markUsed = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.querySelector('iframe[title="Mini app"]')?.setAttribute('data-used', '')
  })
