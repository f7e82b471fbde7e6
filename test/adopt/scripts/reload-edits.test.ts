import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../../src/adopt/edits.js'
import { reloadEdits } from '../../../src/adopt/scripts/reload-edits.js'

const edited = (script: string): string => applyEdits(script, reloadEdits(script, 'script'), 'game.js').text

const BEFORE = 'window.dispatchEvent(new Event("browser-shim-reload"))'

describe('scripts that reload the page', () => {
  it.each([
    ['location.reload()', `location.reload(${BEFORE})`],
    ['x ?? window.location.reload(true)', `x ?? window.location.reload(${BEFORE}, true)`],
    [
      'const again = () => document.location.reload( )',
      `const again = () => document.location.reload( ${BEFORE})`,
    ],
  ])('tell the shim before: %s', (script, expected) => {
    expect(edited(script)).toBe(expected)
    expect(edited(expected)).toBe(expected)
  })

  it.each(['level.reload()', 'location.reload', '"location.reload()"', 'location.reloads()'])(
    'are nothing else: %s',
    (script) => {
      expect(edited(script)).toBe(script)
    },
  )
})
