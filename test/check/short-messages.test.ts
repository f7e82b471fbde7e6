import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'

/** Longer than any line that a person reads to its end. */
const LONGEST_MESSAGE = 500

const long = (before = '', after = ''): string => `${before}${'x'.repeat(20_000)}${after}`

/** What an attacker, or a minifier, makes as long as it likes. */
const CASES: Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>> = {
  'names of files': {
    [long('', '.js')]: '',
    [long('', '.JS')]: '',
    [long('', '.php')]: '',
    [long('.', '.js')]: '',
    [long('a/'.repeat(12), '.js')]: 'localStorage.a',
    [long('CON/', '.js')]: '',
    [long('A', '.css')]: '@import "https://a.example"',
    [long('a', '.css')]: '',
    [long('b', '.png')]: 'x',
    [long('c', '.svg')]: '<svg',
    [long('d')]: '',
    [`${'e'.repeat(200)}/service-miniapp.js`]: 'var other',
    [long('f ', '.html')]: '<img src="//a.example/b">',
  },
  'addresses in pages': {
    'index.html': `<!doctype html><title>x</title><base href="${long('//a/')}"><img src="${long('//a/')}"><img src="${long('/')}"><img src="${long()}.png"><img src="${long('../../')}.png"><a href="${long('mailto:')}">a</a><a href="${long('tel:')}" target="${long()}">a</a><a download="${long()}" href="a.html">a</a><link rel="${long('prefetch ')}" href="a.css"><link rel="stylesheet" href="${long('data:text/css,')}"><script src="${long('data:text/javascript,')}"></script><script src="${long('a.')}"></script><iframe src="${long()}"></iframe><form action="${long()}"><input type="file" accept="${long()}"></form><meta http-equiv="refresh" content="${long('0;')}"><meta http-equiv="content-security-policy" content="${long("script-src 'none';", ' a')}"><img srcset="${long('//a/', ' 2x')}"><svg><image href="${long('//a/')}"/><a xlink:href="${long('javascript:')}">a</a></svg><p onclick="${long('alert(')}">`,
  },
  'addresses in style sheets': {
    'style.css': `@import "${long('//a/')}"; @import "${long('/')}"; a { background: url(${long('//a/')}) url(${long('/')}) url(${long()}.png) image-set("${long('//a/')}") url(${long('../../')}) src("${long('//a')}") }`,
  },
  'addresses in drawings': {
    'a.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" on${long('c')}="a" xml:base="${long('//a/')}"><image href="${long('//a/')}"/><image href="${long('/')}"/><image href="${long('../../')}"/><a xlink:href="${long('javascript:')}"/><path fill="url(${long('//a/')})"/><style>@import "${long('//a/')}";</style><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${long('//a/')}"/></foreignObject></svg>`,
    'b.svg': `<?xml-stylesheet href="${long('//a/')}"?><!DOCTYPE svg SYSTEM "${long('//a/')}"><svg xmlns="http://www.w3.org/2000/svg"/>`,
    'c.svg': `<!DOCTYPE svg [<!ENTITY ${long()} "a"><!ATTLIST ${long()} a CDATA "b">]><svg xmlns="http://www.w3.org/2000/svg">&${long()};</svg>`,
    'd.svg': `<${long()} xmlns="${long()}"/>`,
    'e.svg': `<svg xmlns="http://www.w3.org/2000/svg"><${long()}></${long('y')}></svg>`,
  },
  'names and addresses in scripts': {
    'a.js': `fetch("${long('https://a/')}"); fetch("${long('/')}"); new Worker("${long()}"); new SharedWorker("${long()}"); ${long()}.src = "${long('//a/')}"; ${long('a.')}.open("GET", "${long('//a/')}"); import("${long('//a/')}"); import("${long('./')}"); localStorage.${long()} = 1; localStorage["${long()}"]; alert("${long()}"); window.open("${long('//a/')}"); location.href = "${long('//a/')}"; parent.${long()}(); navigator.${long('x')}; document.createElement("a").download = "${long()}"; navigator.serviceWorker.register("${long()}"); navigator.getGamepads().${long()}`,
    'b.js': `Service.pay({ product: "${long()}" }); Service.${long()}(); Service.on("${long()}", f); Service.storage.set("${long()}", "${long()}"); Service.storage.get("${long(' ')}"); Service.share({ text: "${long('# ')}" }); Service.ai.ask({ prompt: "${long()}", ${long()}: 1, web_search: true }); Service.multiplayer.on("${long()}", f); Service.getNickname({ ${long()}: 1 })`,
    'c.mjs': `import "${long()}"; import "${long('./')}"; import a from "${long('./', '.json')}"; export * from "${long('//a/')}"`,
    'd.js': `${long('var a = ')} ${long('b')}`,
    'e.js': `${long('"')}`,
    'f.js': `import { ${long()}, ${long()} } from "./c.mjs"`,
  },
  'texts of the manifest': {
    'manifest.json': sampleManifest({
      app_id: long(),
      version: long(),
      name: long(),
      summary: long(' '),
      description: long('\u0001'),
      category: long(),
      age_rating: long(),
      entry: long(),
      icon: long('../'),
      screenshots: [long(), long('a/')],
      orientation: long(),
      access: { type: long(), price: long(), [long()]: 1 },
      products: [
        { id: long(), title: long(), statement: long(), price: long(), kind: long(), [long()]: 1 },
        { id: long(), title: long('\ud800'), statement: long(), price: '1', kind: 'permanent' },
      ],
      requires: [long(), long(), 'pay'],
      capabilities: {
        [long()]: 1,
        'ai.assistant': { version: 1, purpose: long(), tools: [long(), long('web'), 'web_search'] },
      },
      [long()]: long(),
    }),
  },
  'a manifest that is not JSON': { 'manifest.json': `{ "a": ${long()} }` },
  'a manifest with a name twice': { 'manifest.json': `{ "${long()}": 1, "${long()}": 2 }` },
}

describe('messages', () => {
  it.each(Object.entries(CASES))('stay short with any content: %s', async (_, files) => {
    for (const kind of ['folder', 'zip'] as const) {
      const { problems } = await check(memoryBundle({ ...sampleFiles(), ...files }, { kind }))
      expect(problems.length).toBeGreaterThan(0)
      const tooLong = problems.flatMap(({ rule, message, fix }) =>
        [message, fix]
          .filter((text) => text.length > LONGEST_MESSAGE)
          .map((text) => `${rule}: ${text.length}`),
      )
      expect(tooLong).toEqual([])
    }
  })
})
