import { describe, expect, it } from 'vitest'
import type { ContractWindows } from '../contract-windows.js'
import { cancelPay, outcomeOfPay, uncover } from '../raw-pay.js'

/** A place in the app's page without anything that acts on a click. */
const IN_APP = { x: 300, y: 400 }

/** What counts as a tap (4.1), through a real frame. */
export const describeTaps = (opened: () => ContractWindows): void => {
  describe('4.1: a tap is the app’s own', () => {
    it('opens the sheet after a click or a key in the app, and not after the click that closes it', async () => {
      const app = await opened().app()
      await uncover(app)
      expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
      for (const tap of [() => app.pressInApp(IN_APP), app.pressKeyInApp]) {
        expect(await outcomeOfPay(app, tap)).toBe('open')
        await cancelPay(app)
        expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
      }
    })

    it('is not a click on the host’s bar, nor one that the app claims', async () => {
      const app = await opened().app()
      await uncover(app)
      await app.pressInApp(IN_APP)
      await app.pressButtons(['Menu'])
      expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
      await app.pressButtons(['Close'])
      await app.ask(`void (() => {
        for (const page of ['started', 'tapped', 'leaving', 'started', 'tapped'])
          parent.postMessage({ miniapp_simulator: 1, page, key: 'mine' }, '*')
        for (const name of ['pointerdown', 'click', 'keydown', 'pagehide']) dispatchEvent(new Event(name))
      })()`)
      expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
    })

    it('ends with the page: not after the person or the app itself loads it again', async () => {
      const windows = opened()
      const before = await windows.app()
      await uncover(before)
      await before.pressInApp(IN_APP)
      const app = await windows.app()
      await uncover(app)
      expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
      await app.pressInApp(IN_APP)
      await app.changePage('location.reload()')
      await app.connect()
      await uncover(app)
      expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
      expect(await outcomeOfPay(app, () => app.pressInApp(IN_APP))).toBe('open')
      expect(await windows.logged('The app loaded itself again')).toHaveLength(1)
    })

    it('is a key without a click, where the app had the focus before it was opened again', async () => {
      await (await opened().app()).pressKeyInApp()
      const { ask, window } = await opened().app()
      await ask(`void (window.keys = [], addEventListener('keydown', ({ key }) => keys.push(key)))`)
      await window.key('x')
      await expect.poll(() => ask('keys')).toEqual(['x'])
    })
  })
}
