import { describe, expect, it } from 'vitest'
import { readView, withView } from '../../../../src/simulator/shell/stage/view.js'

describe('what a window shows', () => {
  it.each([
    ['', false, 'panels'],
    ['', true, 'player'],
    ['?view=panels', true, 'panels'],
    ['?view=player', false, 'player'],
    ['?view=other', true, 'player'],
  ] as const)('%j on a phone %s: %s', (search, isPhone, view) => {
    expect(readView(search, isPhone)).toBe(view)
  })

  it('changes with its address, which keeps the seat and the pairing code', () => {
    expect(withView('http://10.0.0.1:1/?pair=A&seat=2&view=player', 'panels')).toBe(
      'http://10.0.0.1:1/?pair=A&seat=2&view=panels',
    )
  })
})
