import { describe, expect, it } from 'vitest'
import type { TestWindow } from '../../../src/playtest/drivers/driver.js'
import { within } from '../../../src/playtest/drivers/until.js'
import { firstPicture } from '../../../src/playtest/page/questions.js'
import { startOf } from '../../../src/playtest/troubles/begin.js'
import { framesOf, judgeSlowPhone, SLOW_PHONE } from '../../../src/playtest/troubles/slow-phone.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'

const FINE = { isReady: true, pictureMs: 800, frames: [749, 900, 1_000], memory: 50 * 1_048_576 }
const found = (measured: Partial<typeof FINE>) =>
  judgeSlowPhone('index.html', { ...FINE, ...measured }).map(({ rule, message }) => `${rule}: ${message}`)

describe('an app on a slow phone', () => {
  it('is fine if it starts soon, hardly blocks rendering and uses little memory', () => {
    expect(found({})).toEqual([])
  })

  it('must be ready, draw within 5 s, and stay well below 512 MB', () => {
    expect(found({ isReady: false, pictureMs: 5_001, memory: 401 * 1_048_576 })).toEqual([
      'run/ready-missing: On a slow phone, the app never called Service.ready().',
      'run/slow-start: On a slow phone, the first picture came after 5.0 s.',
      'run/memory-high: The app uses 401 MB after a short play.',
    ])
  })

  it('must not block rendering for long, three times', () => {
    expect(found({ frames: [750, 900, 1_000.4] })).toEqual([
      'run/long-frames: On a slow phone, scripts blocked rendering 3 times for more than 750 ms; the longest took 1000 ms.',
    ])
  })
})

describe('the first picture on a slow phone', () => {
  it('is looked for after the play: an app may be ready before it draws', async () => {
    let isDrawn = false
    const askApp = async (question: unknown) => {
      if (question === firstPicture) return isDrawn ? 6_000 : null
      return []
    }
    const window = { askShell: async () => null, askApp, memory: async () => null }
    const playFor = async () => {
      isDrawn = true
    }
    const stage = { window, entry: 'index.html', ready: {}, milliseconds: 3_000, playFor } as unknown as Stage
    const breaches = await SLOW_PHONE.play(stage)
    expect(breaches.map(({ message }) => message)).toEqual([
      'On a slow phone, the first picture came after 6.0 s.',
    ])
  })
})

describe('what blocks rendering on a slow phone', () => {
  /** @param play what happens while the app is played */
  const played = (play: () => Promise<void>) => {
    const askApp = async () => [{ milliseconds: 800, source: 'game.js' }]
    const window = { askShell: async () => null, askApp } as unknown as TestWindow
    return framesOf({ window, milliseconds: 3_000, playFor: play })
  }

  it('is what the page says after a play', async () => {
    expect(await played(async () => {})).toEqual([800])
  })

  it('is not known where the page does not answer in time, and other errors stay', async () => {
    expect(await played(() => within(1, new Promise(() => {})))).toBeNull()
    await expect(played(() => Promise.reject(new Error('The browser has ended.')))).rejects.toThrow(
      'The browser has ended.',
    )
  })
})

describe('the control that starts a game', () => {
  const control = (label: string) => ({ x: 1, y: 1, label, isButton: true, context: label })

  it('is the first one that says so', () => {
    expect(startOf([control('Shop'), control('Display'), control('New game'), control('Play')])?.label).toBe(
      'New game',
    )
    expect(startOf([control('Google'), control('Display')])).toBeNull()
  })
})
