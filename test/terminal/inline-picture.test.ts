import { describe, expect, it } from 'vitest'
import {
  itermPicture,
  kittyPicture,
  pictureProtocol,
  sixelPicture,
} from '../../src/terminal/inline-picture.js'

describe('the protocol for pictures', () => {
  it.each([
    [{ TERM: 'xterm-kitty' }, 'kitty'],
    [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, 'kitty'],
    [{ TERM_PROGRAM: 'ghostty' }, 'kitty'],
    [{ TERM_PROGRAM: 'iTerm.app' }, 'iterm'],
    [{ TERM_PROGRAM: 'WezTerm' }, 'iterm'],
    [{ TERM: 'foot' }, 'sixel'],
    [{ TERM: 'foot-extra' }, 'sixel'],
    [{ TERM: 'football' }, null],
    [{ TERM: 'xterm-256color' }, null],
    [{ TERM: 'xterm-kitty', TMUX: '/tmp/x' }, null],
    [{ TERM_PROGRAM: 'iTerm.app', TERM: 'dumb' }, null],
    [{}, null],
  ])('%j: %s', (environment, protocol) => {
    expect(pictureProtocol(environment)).toBe(protocol)
  })
})

describe('a picture in the terminal', () => {
  it('is split for kitty', () => {
    expect(kittyPicture(new Uint8Array(3))).toBe('\u001b_Ga=T,f=100,q=2,m=0;AAAA\u001b\\')
    const chunks = kittyPicture(new Uint8Array(3 * 2_048)).split('\u001b\\')
    expect(chunks.map((chunk) => chunk.replace(/A+$/, ''))).toEqual([
      '\u001b_Ga=T,f=100,q=2,m=1;',
      '\u001b_Gm=0;',
      '',
    ])
    expect(Math.max(...chunks.map((chunk) => chunk.split(';')[1]?.length ?? 0))).toBe(4_096)
  })

  it('has its size for iTerm', () => {
    expect(itermPicture(new Uint8Array(3))).toBe('\u001b]1337;File=inline=1;size=3:AAAA\u0007')
  })

  it('is bands of six rows as sixels', () => {
    // Seven rows of black, then white.
    const pixels = Uint8Array.from([...Array(5 * 3).fill(0), ...Array(2 * 3).fill(255)])
    expect(sixelPicture(pixels, 1, 7)).toBe(
      '\u001bPq"1;1;1;7#0;2;0;0;0#251;2;100;100;100#0^$#251_$-#251@$-\u001b\\',
    )
    // Repetitions are shortened.
    expect(sixelPicture(new Uint8Array(10 * 3), 10, 1)).toBe('\u001bPq"1;1;10;1#0;2;0;0;0#0!10@$-\u001b\\')
  })
})
