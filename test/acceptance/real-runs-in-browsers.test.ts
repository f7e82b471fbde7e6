import { describe, expect, it, onTestFinished } from 'vitest'
import { findBrowser } from '../../src/build/browsers.mjs'
import { SHARES_PER_HOUR } from '../../src/platform/limits.js'
import { PATIENCE_MS, type TestWindow } from '../../src/playtest/drivers/driver.js'
import { startBrowser } from '../../src/playtest/drivers/start.js'
import { startService } from '../../src/testing/index.js'
import { CONTRACT_APP } from '../support/browser/contract-app.js'
import {
  askFrame,
  connectFrame,
  focusFrame,
  frameAnswer,
  isActiveWindow,
} from '../support/browser/frame-channel.js'
import { appZip } from '../support/rigs/service-control.js'
import { someOf } from '../support/vitest/runs.js'

const VIEW = {
  theme: 'light',
  locale: 'en',
  touch: false,
  pixelRatio: 1,
  frame: 'fill',
  trace: false,
} as const

const until = (condition: () => Promise<boolean>): Promise<void> =>
  expect.poll(condition, { timeout: PATIENCE_MS, interval: 1 }).toBe(true)

const ask = async (window: TestWindow, expression: string): Promise<unknown> => {
  let answer = await window.askShell(askFrame, expression)
  while (answer === null) answer = await window.askShell(frameAnswer, null)
  return JSON.parse(answer).value
}

/** Closes the share sheet. @returns whether one is open */
const closeSheet = (): boolean => {
  const close = document.querySelector<HTMLButtonElement>('[role=dialog] .sheet-actions button')
  close?.click()
  return close !== null
}

/** Shares from a tap in the app, and closes the sheet. @returns whether a sheet opened; the app is answered `{}` anyway */
const opensSheet = async (window: TestWindow): Promise<boolean> => {
  const id = await ask(window, `contract.onTap('share', { text: 'Look' })`)
  await until(() => window.askShell(focusFrame, false))
  if (await window.askShell(isActiveWindow, null))
    await until(async () => (await ask(window, 'document.hasFocus()')) === true)
  await window.key('x')
  let isOpened = false
  let outcome: unknown = null
  await until(async () => {
    isOpened = (await window.askShell(closeSheet, null)) || isOpened
    outcome = await ask(window, `contract.outcome(${JSON.stringify(id)})`)
    return outcome !== null
  })
  expect(outcome).toEqual({ result: {} })
  return isOpened
}

describe.each(someOf(['firefox', 'chromium', 'webkit'] as const, 1))(
  'real runs of the service in %s',
  (engine) => {
    const executable = findBrowser(engine)
    if (executable === null) {
      it.skip(`is left out: ${engine} is not installed`, () => {})
      return
    }

    it('8.2: a person has 20 share sheets an hour over all apps, and another person has 20 too', async () => {
      const ended = new AbortController()
      const environment = { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' }
      const driver = await startBrowser(
        { engine, executable },
        { platform: process.platform, environment },
        ended.signal,
        1,
      )
      const service = await startService()
      onTestFinished(async () => {
        await driver.close()
        ended.abort()
        await service.stop()
      })
      const { client } = service
      const window = await driver.open(VIEW)
      const open = async (app: string, member: string): Promise<void> => {
        const run = await fetch(`${service.control}apps/${app}/runs`, {
          method: 'POST',
          headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ member }),
        })
        await window.goto(((await run.json()) as { url: string }).url)
        await until(() => window.askShell(connectFrame, null))
      }
      const sheets = async (count: number): Promise<number> => {
        let opened = 0
        for (let share = 0; share < count; share += 1) if (await opensSheet(window)) opened += 1
        return opened
      }
      for (const app of ['ma_aaaaaaaaaa', 'ma_bbbbbbbbbb']) {
        await client.register({ name: app, owner: 'member_studio', id: app })
        const { version } = await client.upload(
          app,
          await appZip({ app_id: app }, { 'index.html': CONTRACT_APP }),
        )
        await client.approve(app, version)
      }
      await open('ma_aaaaaaaaaa', 'member_ada')
      expect(await sheets(12)).toBe(12)
      await open('ma_bbbbbbbbbb', 'member_ada')
      expect(await sheets(SHARES_PER_HOUR - 12 + 1)).toBe(SHARES_PER_HOUR - 12)
      await open('ma_bbbbbbbbbb', 'member_you')
      expect(await sheets(1)).toBe(1)
      // No sheet of the first app is an hour old, nor is one of the second.
      await client.advance('59m')
      await open('ma_aaaaaaaaaa', 'member_ada')
      expect(await sheets(1)).toBe(0)
      await client.advance('1m')
      expect(await sheets(1)).toBe(1)
    })
  },
)
