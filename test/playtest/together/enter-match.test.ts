import { describe, expect, it } from 'vitest'
import { likeliestWay } from '../../../src/playtest/together/enter-match.js'
import { isBack } from '../../../src/playtest/together/leave-match.js'

const control = (label: string) => ({ x: 1, y: 1, label, context: '', isButton: true })
const wayAmong = (labels: readonly string[], tapped: ReadonlyMap<string, number> = new Map()) =>
  likeliestWay(labels.map(control), tapped)?.label

describe('the way into a match', () => {
  it('is the button that opens one, then one that joins one, then one that may lead there', () => {
    expect(wayAmong(['Practise with a robot', 'Join', 'Host a match'])).toBe('Host a match')
    expect(wayAmong(['Single player', 'Settings', 'Play online'])).toBe('Play online')
    expect(wayAmong(['Back to the start', 'Join again'])).toBe('Join again')
    expect(wayAmong([])).toBeUndefined()
  })

  it('is another one after a tap that led nowhere', () => {
    expect(wayAmong(['Play', 'Create a room'], new Map([['Create a room', 2]]))).toBe('Play')
    expect(wayAmong(['A', 'B'], new Map([['A', 1]]))).toBe('B')
  })
})

describe('4.8: someone who has left', () => {
  it('is back where matches are opened, not where the next one is asked for', () => {
    expect(isBack(['Host a match', 'Join', 'Practise'].map(control))).toBe(true)
    expect(isBack(['Leave the match', 'Join again'].map(control))).toBe(false)
    expect(isBack(['Practise with a robot', 'Settings'].map(control))).toBe(false)
    expect(isBack([])).toBe(false)
  })
})
