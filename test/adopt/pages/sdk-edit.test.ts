import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { adopt } from '../../support/cases/adopted-game.js'

const SDK = '<script src="service-miniapp.js"></script>'
const READY = "<script>addEventListener('load', () => Service.ready().catch(() => {}))</script>"

/** The scripts that a browser runs of a page, in their order: their addresses, or their texts. */
const scriptsOf = (page: string): readonly string[] => {
  const scripts: string[] = []
  const waiting: unknown[] = [parse(page, { scriptingEnabled: true })]
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (typeof node !== 'object' || node === null) continue
    if ('tagName' in node && node.tagName === 'script' && 'attrs' in node && 'childNodes' in node) {
      const attributes = node.attrs as readonly { readonly name: string; readonly value: string }[]
      const [text] = node.childNodes as readonly { readonly value: string }[]
      scripts.push(attributes.find(({ name }) => name === 'src')?.value ?? text?.value ?? '')
    }
    // The content of a template is a document of its own, in which nothing runs.
    if ('childNodes' in node) waiting.unshift(...(node.childNodes as readonly unknown[]))
  }
  return scripts
}

const adopted = (page: string | Uint8Array): string =>
  adopt({ 'index.html': page, 'a.js': '' }).texts['index.html'] ?? ''

const TRACKER = '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>'

describe('4: the SDK is the first script of the page', () => {
  it.each([
    [
      'a tracker comes first, on a line of its own',
      `<html><head>\n  ${TRACKER}\n  <script src="a.js"></script>\n</head>`,
    ],
    ['a tracker comes first, in one line', `<head>${TRACKER}<script src="a.js"></script></head>`],
    ['a tracker is the only script', `<head>\n${TRACKER}\n</head><body>x</body>`],
    [
      'the snippet of a counter comes first',
      `<head><script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments)} gtag('js', new Date())</script><script src="a.js"></script>`,
    ],
    ['an inline script', '<body><script>start()</script><script src="a.js"></script>'],
    ['a module', '<body><script type="module" src="a.js"></script>'],
    [
      'an import map',
      '<script type="importmap">{"imports":{}}</script><script type="module" src="a.js"></script>',
    ],
    ['document.write', `<script>document.write('<script src="a.js"><\\/script>')</script>`],
    [
      'a script in noscript, a script in a template',
      '<noscript><script src="no.js"></script></noscript><template><script src="no.js"></script></template><script src="a.js"></script>',
    ],
    [
      'a noscript that goes',
      '<noscript><img src="https://t.example/p.gif"><script src="no.js"></script></noscript>\n<script src="a.js"></script>',
    ],
    ['a script in a drawing', '<svg><script href="a.js"></script></svg>'],
    ['a script behind a comment', '<!-- <script src="no.js"></script> --><script src="a.js"></script>'],
    ['no head', '<!doctype html>\n<body onload="start()">x'],
    ['no head and no body', '<!doctype html>\nx'],
    ['nothing', ''],
    ['no script', '<!doctype html><html><head><title>x</title></head><body>x</body></html>'],
    [
      'XHTML',
      '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml"><body>x</body></html>',
    ],
    ['a byte order mark', '\ufeff<!doctype html><p>x'],
    ['UTF-16', Buffer.from('\ufeff<!doctype html><p>x', 'utf16le')],
    ['another encoding', Buffer.from('<!doctype html><meta charset="iso-8859-1"><p>caf\u00e9', 'latin1')],
  ])('with %s', (_, page) => {
    const text = adopted(page)
    const [first, second] = scriptsOf(text)
    expect([first, second]).toEqual([
      'service-miniapp.js',
      READY.slice('<script>'.length, -'</script>'.length),
    ])
    expect(text.split(SDK)).toHaveLength(2)
    // The mode in which a page is laid out stays: nothing comes before its document type.
    const hadType = /<!doctype/i.test(
      typeof page === 'string' ? page : Buffer.from(page).toString('latin1').replaceAll('\0', ''),
    )
    if (hadType) expect(text.search(/<!doctype/i)).toBeLessThan(text.indexOf(SDK))
  })

  it('takes the place of a script that goes, and leaves the rest of the page as it is', () => {
    expect(adopted(`<head>\n  ${TRACKER}\n  <script src="a.js"></script>\n</head>`)).toBe(
      `<head>\n  ${SDK}\n  ${READY}\n  <script src="a.js"></script>\n</head>`,
    )
  })

  it.each([
    ['<svg><use href="icons.svg#a"/></svg>', true],
    ['<svg><use href="#a"/></svg>', false],
  ])('comes before symbols of other files, which the browser shim finds: %s', (drawing, before) => {
    const text = adopted(`<head><title>x</title></head><body>${drawing}<script src="a.js"></script>`)
    expect(text.indexOf(SDK) < text.indexOf(drawing)).toBe(before)
  })
})

describe('2.9: what says another encoding', () => {
  it.each([
    ['<meta charset="shift_jis">', '<meta charset="utf-8">'],
    [
      '<meta http-equiv=Content-Type content="text/html; charset=gbk">',
      '<meta http-equiv=Content-Type content="text/html; charset=utf-8">',
    ],
    ['<script charset="iso-8859-1" src="a.js"></script>', '<script src="a.js"></script>'],
    ['<meta charset=UTF-8>', '<meta charset=UTF-8>'],
    ['<meta name="x" content="charset=gbk">', '<meta name="x" content="charset=gbk">'],
  ])('says UTF-8: %s', (before, after) => {
    expect(adopted(`<script src="service-miniapp.js"></script>${before}`)).toBe(
      `<script src="service-miniapp.js"></script>${after}`,
    )
  })

  it('a script without a declaration is read as its page is', () => {
    const { texts } = adopt({
      'index.html': Buffer.concat([
        Buffer.from('<meta charset="shift_jis"><title>'),
        Buffer.from([0x83, 0x51]),
      ]),
      'a.js': Buffer.concat([Buffer.from('x = "'), Buffer.from([0x83, 0x51]), Buffer.from('"')]),
    })
    expect(texts['a.js']).toBe('x = "ゲ"')
    expect(texts['index.html']).toContain('<meta charset="utf-8"><title>ゲ')
  })
})
