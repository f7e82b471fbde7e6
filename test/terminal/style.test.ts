import { describe, expect, it } from 'vitest'
import { styles, wantsColour } from '../../src/terminal/style.js'

describe('colour', () => {
  it.each([
    ['a terminal', true, {}, false, true],
    ['no terminal', false, {}, false, false],
    ['NO_COLOR on a terminal', true, { NO_COLOR: '1' }, false, false],
    ['an empty NO_COLOR', true, { NO_COLOR: '' }, false, true],
    ['FORCE_COLOR without a terminal', false, { FORCE_COLOR: '1' }, false, true],
    ['FORCE_COLOR=0 on a terminal', true, { FORCE_COLOR: '0' }, false, false],
    ['NO_COLOR beats FORCE_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
    ['--no-color beats FORCE_COLOR', true, { FORCE_COLOR: '1' }, true, false],
    ['a dumb terminal', true, { TERM: 'dumb' }, false, false],
  ])('%s', (_title, isTerminal, environment, flag, expected) => {
    expect(wantsColour(isTerminal, environment, flag)).toBe(expected)
  })

  it('plain styles return the text as it is', () => {
    expect(styles(false).red('x')).toBe('x')
    expect(styles(true).red('x')).toBe('\u001b[31mx\u001b[39m')
  })
})
