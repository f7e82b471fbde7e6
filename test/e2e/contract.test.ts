import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { CALL_TABLE, isMethod } from '../../src/platform/call-table.js'
import { ControlClient, type SwitchChange } from '../../src/testing/index.js'
import { CONTRACT_CASES } from '../contract/cases.js'
import {
  CONTRACT_MANIFEST,
  type ContractEvent,
  type ContractHost,
  type ContractOutcome,
  type ContractSeat,
} from '../contract/contract.js'
import { launchBrowser } from '../support/browser.js'
import { type DevSimulator, startDev } from '../support/dev-simulator.js'

/**
 * What the app's page does for the cases: it speaks the message protocol by itself (4), since the SDK would keep back what
 * the host must refuse.
 */
const APP_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Contract</title></head><body><h1>Contract</h1><script>
const open = new Map(), said = []
let last = 0
addEventListener('message', ({ data, source }) => {
  if (source !== parent || data?.service !== 1) return
  if ('event' in data) said.push({ event: data.event, data: data.data })
  else { open.get(data.id)?.(data); open.delete(data.id) }
})
window.contract = {
  said,
  call: (method, params) => new Promise((resolve) => {
    const id = 'call-' + ++last
    open.set(id, ({ result, error }) => resolve(error ? { code: error.code } : { result: seen(result) }))
    parent.postMessage({ service: 1, id, method, params }, '*')
  }),
  // What comes after it is answered in order: by then its own answer would be there.
  ignores: (message) => new Promise((resolve) => {
    open.set(message?.id, () => resolve(false))
    parent.postMessage(message, '*')
    contract.call('storage.keys', {}).then(() => resolve(true))
  }),
}
const seen = (value) => value instanceof Blob ? { size: value.size, type: value.type }
  : Array.isArray(value) ? value.map(seen)
  : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, seen(v)])) : value
</script></body></html>`

let browser: Browser
let dev: DevSimulator
let client: ControlClient
beforeAll(async () => {
  browser = await launchBrowser()
  dev = await startDev({ 'index.html': APP_PAGE, 'manifest.json': JSON.stringify(CONTRACT_MANIFEST) })
  client = new ControlClient({ control: dev.control, token: dev.token })
})
afterAll(async () => {
  await dev.stop()
  await browser.close()
})
beforeEach(() => client.reset())

/** A window on a seat, each person's own. */
const seatIn = async (context: BrowserContext, seat: number): Promise<ContractSeat> => {
  const page = await context.newPage()
  await page.goto(`${dev.url}?seat=${seat}`)
  const { frame, ask } = await appIn(page)
  const call: ContractSeat['call'] = async (method, params = {}, tap = true) => {
    if (tap) await frame.locator('h1').click()
    // What Playwright asked of the page before counted as a tap of its own, for some seconds.
    else if (isMethod(method) && CALL_TABLE[method].gesture !== 'no') await untilUntouched(page)
    return ask<ContractOutcome>(`contract.call(${JSON.stringify(method)}, ${JSON.stringify(params)})`)
  }
  return {
    call,
    choose: async (method, params, sheet, choice) => {
      const [outcome] = await Promise.all([
        call(method, params),
        client.answerSheet(sheet as 'payment', choice as 'pay', { seat }),
      ])
      return outcome
    },
    ignores: (message) => ask<boolean>(`contract.ignores(${JSON.stringify(message)})`),
    events: () => ask<readonly ContractEvent[]>('contract.said'),
  }
}

const untilUntouched = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await expect
    .poll(async () => {
      const expression = 'navigator.userActivation.isActive'
      return (await session.send('Runtime.evaluate', { expression, userGesture: false })).result.value
    })
    .toBe(false)
}

interface AppInWindow {
  readonly frame: Frame
  /** Evaluates in the app's page. */
  readonly ask: <T>(expression: string) => Promise<T>
}

/** Playwright's own evaluation counts as a tap; the protocol's does not, where it is told so. */
const appIn = async (page: Page): Promise<AppInWindow> => {
  const element = await page.waitForSelector('iframe[title="Mini app"]')
  const frame = await element.contentFrame()
  if (frame === null) throw new Error('The app has no frame.')
  await frame.waitForLoadState('load')
  const session = await page.context().newCDPSession(frame)
  return {
    frame,
    ask: async <T>(expression: string) => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
        userGesture: false,
      })
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value as T
    },
  }
}

describe('the contract, through a real frame', () => {
  it.each(CONTRACT_CASES)('$name', async ({ run }) => {
    const context = await browser.newContext()
    onTestFinished(() => context.close())
    const host: ContractHost = {
      open: (seat = 1) => seatIn(context, seat),
      set: async (change, seat) => {
        await client.setSwitches(change as SwitchChange, seat === undefined ? {} : { seat })
      },
      advance: async (milliseconds) => {
        await client.advance(`${milliseconds}ms`)
      },
      gate: async (seat = 1) => {
        const page = await context.newPage()
        await page.goto(`${dev.url}?seat=${seat}`)
        const gate = page.getByRole('region', { name: 'The app does not open' }).getByRole('status')
        await gate.or(page.getByTitle('Mini app')).first().waitFor()
        const words = (await gate.isVisible()) ? await gate.innerText() : null
        await page.close()
        return words
      },
      trouble: async (order) => {
        await client.orderTrouble(order)
      },
    }
    await run(host)
  })
})
