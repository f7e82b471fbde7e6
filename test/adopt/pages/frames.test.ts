import { describe, expect, it } from 'vitest'
import { unframed } from '../../../src/adopt/pages/frames.js'

const files = (texts: Readonly<Record<string, string>>): ReadonlyMap<string, Uint8Array> =>
  new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))

describe('2.8: a page that sends people to another', () => {
  it.each([
    ['0; URL=./en/', 'en/index.html'],
    ["0;url='en/index.html'", 'en/index.html'],
    ['5; url=en/', 'index.html'],
    ['0; url=https://example.com/', 'index.html'],
    ['0', 'index.html'],
  ])('is that page, if it is there and the way is immediate: %s', (content, page) => {
    const game = files({
      'index.html': `<meta http-equiv="refresh" content="${content}">`,
      'en/index.html': '<script>play()</script>',
    })
    expect(unframed(game, 'index.html')).toBe(page)
  })
})
