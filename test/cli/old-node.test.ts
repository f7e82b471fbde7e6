import { describe, expect, it } from 'vitest'
import { oldNodeFailure } from '../../src/cli/old-node.js'

describe('an unexpected error', () => {
  it('is reported as an outdated Node.js version, with the error as cause', () => {
    const error = new SyntaxError('Unexpected token')
    expect(oldNodeFailure('18.20.8', '20.19', error)).toMatchObject({
      kind: 'usage',
      message: 'miniapp needs Node.js 20.19 or newer; this is 18.20.8.',
      remedy: 'Install a newer Node.js.',
      cause: error,
    })
  })

  it.each(['20.19.0', '22.0.0', '24.21.0'])('is unchanged on Node.js %s', (version) => {
    expect(oldNodeFailure(version, '20.19', new Error())).toBeNull()
  })
})
