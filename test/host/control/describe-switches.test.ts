import { describe, expect, it } from 'vitest'
import { describeSwitches } from '../../../src/host/control/switch-change.js'

describe('a change of switches in words', () => {
  it.each([
    [{ theme: 'dark' }, 'theme to dark'],
    [{ visible: false, locale: 'ar' }, 'visible to off, locale to ar'],
    [
      { network: { latency: 200, offline: true }, ai: { 'ai.image': 'unavailable' } },
      'network latency to 200, network offline to on, ai ai.image to unavailable',
    ],
  ] as const)('%j', (change, words) => expect(describeSwitches(change)).toBe(words))
})
