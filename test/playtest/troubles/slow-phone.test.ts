import { describe, expect, it } from 'vitest'
import { startOf } from '../../../src/playtest/troubles/begin.js'
import { judgeSlowPhone } from '../../../src/playtest/troubles/slow-phone.js'

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

describe('the control that starts a game', () => {
  const control = (label: string) => ({ x: 1, y: 1, label, isButton: true, context: label })

  it('is the first one that says so', () => {
    expect(startOf([control('Shop'), control('Display'), control('New game'), control('Play')])?.label).toBe(
      'New game',
    )
    expect(startOf([control('Google'), control('Display')])).toBeNull()
  })
})
