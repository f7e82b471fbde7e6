import { describe, expect, it } from 'vitest'
import { describeClientError, isClientError } from '../../../src/service/http/json-body.js'

const withStatus = (status: unknown): object => Object.assign(new Error('x'), { status })

describe('2.7: a request that is refused before it is processed', () => {
  it.each([
    [new URIError('x'), 'The URL of the request is malformed.'],
    [withStatus(413), 'The body of the request is too large.'],
    [withStatus(415), 'The body of the request has an unsupported charset or encoding.'],
    [new SyntaxError('x'), 'The body of the request is not valid JSON.'],
    [withStatus(400), 'The body of the request does not match its headers.'],
  ])('says why: %s', (error, sentence) => {
    expect(describeClientError(error)).toBe(sentence)
  })

  it('is the client’s fault from 400 to 499', () => {
    const statuses = [399, 400, 499, 500, '400', null]
    expect(statuses.map((status) => isClientError(withStatus(status)))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ])
    expect([isClientError(null), isClientError('x')]).toEqual([false, false])
  })
})
