import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readApiPath } from '../../../src/publish/requests/api-request.js'

describe('the path of a raw request', () => {
  it.each([
    ['/v1/profile', '/v1/profile'],
    ['v1/profile', '/v1/profile'],
    ['/v1/posts/a%2Fb', '/v1/posts/a%2Fb'],
    ['/v1/chat?conversation_id=a&b=//x', '/v1/chat?conversation_id=a&b=//x'],
    ['/v1/./profile', '/v1/profile'],
    ['/v1/posts/ü', '/v1/posts/%C3%BC'],
  ])('%s is sent as %s', (text, path) => {
    expect(readApiPath(text)).toBe(path)
  })

  it('gets the query added to its own', () => {
    expect(
      readApiPath('/v1/updates?limit=1', [
        ['a', 'x y'],
        ['b[]', '&'],
      ]),
    ).toBe('/v1/updates?limit=1&a=x+y&b%5B%5D=%26')
  })

  it.each([
    'https://evil.example/v1/profile',
    'HTTPS:/v1/profile',
    'javascript:alert(1)',
    '//evil.example/v1/profile',
    '\\\\evil.example\\v1\\profile',
    '/\\evil.example/v1/profile',
    '@evil.example/v1/profile',
    '/v1',
    '/v1/',
    '/v10/profile',
    '/v2/profile',
    '/oauth/token',
    '/v1/../oauth/token',
    '/v1/%2e%2e/oauth/token',
    '/v1/%2E./oauth/token',
    '/v1/x/..%2f..%2foauth/token',
    '/v1/x/..%5c..%5coauth',
    '/v1\\..\\oauth',
    '/v1/\t../oauth/token',
    '/v1/a b',
    '/v1/a\nb',
    '/v1/a\u0000b',
    '/v1/a#b',
    '/v1/%',
    '/V1/profile',
    '',
    '.',
    '..',
  ])('%j is refused', (text) => {
    expect(() => readApiPath(text)).toThrow(expect.objectContaining({ name: 'Failure', kind: 'usage' }))
  })

  it('is below /v1 of the service for any text', () => {
    const part = fc.constantFrom(
      '/',
      'v1',
      '..',
      '.',
      '%2e',
      '%2f',
      '\\',
      '@',
      ':',
      '?',
      '#',
      'a',
      '\t',
      '%5C',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        let path: string
        try {
          path = readApiPath(parts.join(''))
        } catch {
          return
        }
        const url = new URL(`https://api.example${path}`)
        expect(url.origin).toBe('https://api.example')
        expect(`${url.pathname}${url.search}`).toBe(path)
        expect(new URL(decodeURIComponent(url.pathname).replaceAll('%', ''), url).pathname).toMatch(
          /^\/v1\/./,
        )
      }),
    )
  })
})
