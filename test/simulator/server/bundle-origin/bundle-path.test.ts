import { describe, expect, it } from 'vitest'
import { readBundleAddress } from '../../../../src/simulator/server/bundle-origin/bundle-path.js'

const BASE = '/ma_abcdefghij/1.0.0'
const path = (target: string) => readBundleAddress(target)?.path ?? null

describe('readBundleAddress', () => {
  it('reads the app, the version and the path, and leaves the query out', () => {
    expect(readBundleAddress(`${BASE}/js/game.js?v=2#x`)).toEqual({
      appId: 'ma_abcdefghij',
      version: '1.0.0',
      path: 'js/game.js',
    })
    expect(path(`${BASE}/`)).toBe('')
    expect(path(`${BASE}/a%2Eb.js`)).toBe('a.b.js')
  })

  it.each([
    ['traversal', '/../secret.txt'],
    ['encoded traversal', '/%2e%2e/secret.txt'],
    ['traversal encoded twice', '/%252e%252e/secret.txt'],
    ['an encoded slash', '/..%2fsecret.txt'],
    ['an encoded slash within a name', '/a%2fb.txt'],
    ['a backslash', '/..\\secret.txt'],
    ['an encoded backslash', '/..%5csecret.txt'],
    ['NUL', '/index.html%00.png'],
    ['a stream', '/index.html::$DATA'],
    ['an encoded colon', '/c%3A/index.html'],
    ['a dot part', '/./index.html'],
    ['an empty part', '//index.html'],
    ['a trailing slash', '/index.html/'],
    ['a hidden file', '/.env'],
    ['a hidden folder', '/.miniapp/data.json'],
    ['broken encoding', '/%zz'],
    ['overlong UTF-8', '/%c0%ae%c0%ae/x'],
    ['white space', '/a%20b.js'],
    ['a letter beyond ASCII', '/%C3%A4.js'],
  ])('2.9: no bundle path has %s', (_what, target) => {
    expect(path(`${BASE}${target}`)).toBeNull()
  })

  it('takes the whole target in one form only', () => {
    for (const target of [
      '',
      '/',
      '/ma_abcdefghij',
      BASE,
      `http://localhost${BASE}/index.html`,
      `${BASE.slice(1)}/x.js`,
    ])
      expect(path(target)).toBeNull()
  })
})
