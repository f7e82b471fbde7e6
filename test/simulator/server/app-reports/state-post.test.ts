import { describe, expect, it } from 'vitest'
import { readStatePost } from '../../../../src/simulator/server/app-reports/state-intake.js'

describe('a posted state', () => {
  it.each([
    ['miniapp:state 0 a', { number: 0, hash: 'a' }],
    [`miniapp:state 12 ${'~'.repeat(64)}`, { number: 12, hash: '~'.repeat(64) }],
    ['miniapp:state 9007199254740991 -5', { number: Number.MAX_SAFE_INTEGER, hash: '-5' }],
  ])('%s is read', (text, post) => {
    expect(readStatePost(text)).toEqual(post)
  })

  it.each([
    'miniapp:state',
    'miniapp:state 1',
    'miniapp:state x a',
    'miniapp:state -1 a',
    'miniapp:state 1.5 a',
    'miniapp:state 9007199254740992 a',
    'miniapp:state 1 a b',
    'miniapp:state 1 é',
    `miniapp:state 1 ${'a'.repeat(65)}`,
    ' miniapp:state 1 a',
  ])('%s is not', (text) => {
    expect(readStatePost(text)).toBeNull()
  })
})
