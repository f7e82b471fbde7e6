import { describe, expect, it } from 'vitest'
import { oldNodeFailure } from '../../src/cli/old-node.js'

describe('an error that nobody expected', () => {
  it('is told as the age of Node.js where that is too old, with the error as its cause', () => {
    const error = new SyntaxError('Unexpected token')
    expect(oldNodeFailure('18.20.8', '20.19', error)).toMatchObject({
      kind: 'usage',
      message: 'miniapp needs Node.js 20.19 or newer; this is 18.20.8.',
      remedy: 'Install a newer Node.js.',
      cause: error,
    })
  })

  it.each(['20.19.0', '22.0.0', '24.21.0'])('stays what it is on Node.js %s', (version) => {
    expect(oldNodeFailure(version, '20.19', new Error())).toBeNull()
  })
})
