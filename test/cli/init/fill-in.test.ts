import fc from 'fast-check'
import { parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { fillIn } from '../../../src/cli/init/fill-in.js'
import { escapeHtml } from '../../../src/local-server/html.js'

const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) })
const filled = (path: string, text: string, name: string): string =>
  Buffer.from(fillIn(file(path, text), 'Blank Start', { name, appId: 'ma_abcdefghij' }).bytes).toString()

const AWKWARD = `"Tom's" <b>&amp; \\ $& $1 \u2028é🎈`

describe('filling a template in', () => {
  it('sets the fields of the manifest as JSON, and leaves the others', () => {
    const text = filled(
      'manifest.json',
      '{ "app_id": "ma_exampleapp", "name": "Blank Start", "icon": "icon.png" }',
      AWKWARD,
    )
    expect(JSON.parse(text)).toEqual({ app_id: 'ma_abcdefghij', name: AWKWARD, icon: 'icon.png' })
  })

  it('says the name in a page as text', () => {
    expect(filled('index.html', '<title>Blank Start</title><h1>Blank Start</h1>', '<i>"A" & $& B\'s')).toBe(
      '<title>&lt;i&gt;&quot;A&quot; &amp; $&amp; B&#39;s</title><h1>&lt;i&gt;&quot;A&quot; &amp; $&amp; B&#39;s</h1>',
    )
  })

  it('says the name in the README as text', () => {
    expect(filled('README.md', '# Blank Start\n', '*A* <b> [x] `y` #1')).toBe(
      '# \\*A\\* \\<b\\> \\[x\\] \\`y\\` \\#1\n',
    )
  })

  it.each([
    ['Space cats', 'space-cats'],
    ['  Käse & Spiele! ', 'kase-spiele'],
    ['2048', 'ma-abcdefghij'],
    ['猫の宇宙', 'ma-abcdefghij'],
    ['miniapp', 'ma-abcdefghij'],
  ])('calls the package of %j %s', (name, expected) => {
    const text = filled('package.json', '{ "name": "x", "devDependencies": { "miniapp": "*" } }', name)
    expect(JSON.parse(text)).toMatchObject({ name: expected })
  })

  it('leaves every other file as it is, byte for byte', () => {
    const script = file('app.js', 'const name = "Blank Start"')
    expect(fillIn(script, 'Blank Start', { name: 'Other', appId: 'ma_abcdefghij' })).toBe(script)
  })

  it('escapes so that a browser reads the very text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const [node] = parseFragment(`<p title="${escapeHtml(text)}"></p>`).childNodes
        expect(node !== undefined && 'attrs' in node && node.attrs[0]?.value).toBe(text)
      }),
    )
  })
})
