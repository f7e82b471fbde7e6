import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hideAddresses } from '../../../src/cli/publish/hide-addresses.js'
import { mapTexts } from '../../../src/publish/requests/exact-json.js'

describe('API 4: attachment URLs in chats are described in words', () => {
  it.each([
    ['https://cdn.example/a/cat.jpg?s=1', '(a picture)'],
    ['//cdn.example/clip.MP4', '(a video)'],
    ['data:image/png;base64,AAAA', '(a link)'],
    ['See www.example.test/x and ftp://files.example/y.pdf now', 'See (a link) and (a document) now'],
    ['12/13 // and so on', '12/13 // and so on'],
  ])('%s', (text, shown) => {
    expect(hideAddresses(text)).toBe(shown)
  })

  it('also in JSON, however the text is escaped, and nothing else changes', () => {
    const json =
      '{"id": 12345678901234567890, "url":"https:\\/\\/cdn.example\\/cat.png","n":[1.50,"a\\u0041","\\u0068ttp://x.example/y"]}'
    expect(mapTexts(json, hideAddresses)).toBe(
      '{"id":12345678901234567890,"url":"(a picture)","n":[1.50,"a\\u0041","(a link)"]}',
    )
  })

  it('in any JSON', () => {
    const url = fc.webUrl({ withQueryParameters: true })
    const value = fc.object({ values: [fc.string(), url, fc.integer(), fc.boolean(), fc.constant(null)] })
    fc.assert(
      fc.property(value, (document) => {
        const json = JSON.stringify(document)
        expect(JSON.parse(mapTexts(json, (text) => text))).toEqual(JSON.parse(json))
        expect(mapTexts(json, hideAddresses)).not.toMatch(/https?:\/\/[^\s/]/)
      }),
    )
  })
})
