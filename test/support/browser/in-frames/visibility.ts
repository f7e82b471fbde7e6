import { describe, expect, it } from 'vitest'
import type { ContractWindows } from '../contract-windows.js'

/** Writes down each of both events, with what the page says of itself then. */
const WATCH = `void (() => {
  globalThis.noted = []
  const note = (event) => noted.push([event, document.hidden, document.visibilityState])
  addEventListener('message', ({ data }) => {
    if (data?.event === 'visibility') note('SDK ' + data.data.visible)
    else if (data?.service === undefined) noted.push(['stray', data])
  })
  document.addEventListener('visibilitychange', () => note('page'))
})()`

const SEEN = 'globalThis.noted'

/** How a page learns that the person left, and is back (6), through a real frame. */
export const describeVisibility = (opened: () => ContractWindows): void => {
  describe('6: the page’s own visibility', () => {
    it('changes before the SDK’s event on the web, and on phones does not', async () => {
      const windows = opened()
      const { ask } = await windows.app()
      await ask(WATCH)
      await windows.set({ visible: false })
      await expect.poll(() => ask(SEEN)).toHaveLength(2)
      await windows.set({ visible: true })
      await expect.poll(() => ask(SEEN)).toHaveLength(4)
      expect(await ask(SEEN)).toEqual([
        ['page', true, 'hidden'],
        ['SDK false', true, 'hidden'],
        ['page', false, 'visible'],
        ['SDK true', false, 'visible'],
      ])
      await windows.set({ platform: 'ios' })
      await windows.set({ visible: false })
      await expect.poll(() => ask(SEEN)).toHaveLength(5)
      expect(((await ask(SEEN)) as unknown[])[4]).toEqual(['SDK false', false, 'visible'])
    })

    it('is that of a person who is there once the page is loaded again', async () => {
      const windows = opened()
      await windows.app()
      await windows.set({ visible: false })
      const { ask } = await windows.app()
      expect(await ask('[document.hidden, document.visibilityState]')).toEqual([false, 'visible'])
    })
  })
}
