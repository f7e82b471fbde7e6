import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { injectScript } from '../../../../src/simulator/server/bundle-origin/inject-script.js'

const SCRIPT = '<script>run()</script>'
const inject = (page: string): string =>
  Buffer.from(injectScript(Buffer.from(page), 'run()')).toString('utf8')

describe('injectScript', () => {
  it.each([
    ['<!doctype html><html><head><title>x', '<!doctype html><html><head>|<title>x'],
    ['<!DOCTYPE html>\n<HEAD lang="a>b">\n<title>x', '<!DOCTYPE html>\n<HEAD lang="a>b">|\n<title>x'],
    ['<!doctype html><html lang="en"><body>x', '<!doctype html><html lang="en">|<body>x'],
    ['<!doctype html><p>x', '<!doctype html>|<p>x'],
    ['<!-- a <head> --><!doctype html><title>x', '<!-- a <head> --><!doctype html>|<title>x'],
    ['<p>no doctype', '|<p>no doctype'],
    ['', '|'],
    ['<!doctype html><script>first()</script><head>', '<!doctype html>|<script>first()</script><head>'],
    ['<!doctype html><!-- <html><head> --><html><head>', '<!doctype html><!-- <html><head> --><html><head>|'],
    ['\ufeff<!doctype html><head>', '\ufeff<!doctype html><head>|'],
    ['<!doctype html>é😀<head>', '<!doctype html>|é😀<head>'],
    ['<!doctype html><html title="é😀"><head>', '<!doctype html><html title="é😀"><head>|'],
  ])('2.10: goes before any code of the page: %j', (page, expected) => {
    expect(inject(page)).toBe(expected.replace('|', SCRIPT))
  })

  it.each([
    ['<head><script src="a.js"></script>', '<head>|<script crossorigin="simulator"  src="a.js"></script>'],
    ['<head><SCRIPT/src=a.js></script>', '<head>|<SCRIPT crossorigin="simulator" /src=a.js></script>'],
    [
      '<head>\n<script type="text/javascript" src="é.js"></script>',
      '<head>|\n<script crossorigin="simulator"  type="text/javascript" src="é.js"></script>',
    ],
    [
      '<head><template><script src=a></script></template>',
      '<head>|<template><script crossorigin="simulator"  src=a></script></template>',
    ],
  ])(
    'a script that is loaded without CORS is loaded with it, so that its errors have a place: %j',
    (page, expected) => {
      expect(inject(page)).toBe(expected.replace('|', SCRIPT))
    },
  )

  it.each([
    '<head>|<script>inline()</script>',
    '<head>|<script src="a.js" crossorigin></script>',
    '<head>|<script src="a.js" integrity="sha256-x"></script>',
    '<head>|<script src="a.js" type="module"></script>',
    '<head>|<script src="a.json" type="application/json"></script>',
    '<head>|<!-- <script src="a.js"></script> -->',
    '<head>|<style><script src="a.js"></script></style>',
    '<head>|<svg><script src="a.js"></script></svg>',
  ])('every other script stays as it is: %j', (expected) => {
    expect(inject(expected.replace('|', ''))).toBe(expected.replace('|', SCRIPT))
  })

  it.each([
    [
      '<body><p><template shadowrootmode="closed">x</template>',
      '|<body><p><template shadowrootmode=open data-mode="closed">x</template>',
    ],
    [
      '<body><p><template\nSHADOWROOTMODE=closed>x</template>',
      '|<body><p><template\nSHADOWROOTMODE=open data-mode=closed>x</template>',
    ],
    [
      '<body><p><template><p><template shadowrootmode=closed>x</template></template>',
      '|<body><p><template><p><template shadowrootmode=open data-mode=closed>x</template></template>',
    ],
  ])('2.10: no shadow root of a page is closed, since a frame could hide in it: %j', (page, expected) => {
    expect(inject(page)).toBe(expected.replace('|', SCRIPT))
  })

  it('leaves every byte of the page as it is, UTF-8 or not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (noise, withDoctype) => {
        const page = Buffer.concat([
          Buffer.from(withDoctype ? '<!doctype html>\r\n' : ''),
          Buffer.from(noise),
        ])
        const injected = Buffer.from(injectScript(page, 'run()'))
        const at = injected.indexOf(SCRIPT)
        expect(at).toBeGreaterThanOrEqual(0)
        const without = Buffer.concat([injected.subarray(0, at), injected.subarray(at + SCRIPT.length)])
        expect(without.equals(page)).toBe(true)
      }),
    )
  })

  it('is the first script of any page and keeps the page’s mode', () => {
    const piece = fc.constantFrom(
      '<!doctype html>',
      '<html>',
      '<head>',
      '</head>',
      '<body>',
      '<script>a()</script>',
      '<!-- c -->',
      'text',
      ' ',
      '<title>t</title>',
      '<template><script>b()</script></template>',
      '<svg><script>c()</script></svg>',
      '<noscript><p></noscript>',
      '<frameset>',
      '<table><script>d()</script>',
      '<plaintext>',
      '<meta charset=utf-8>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const page = pieces.join('')
        const injected = inject(page)
        expect(parse(injected).mode).toBe(parse(page).mode)
        const scripts = [...injected.matchAll(/<script>(\w+)\(\)/g)].map((match) => match[1])
        expect(scripts[0]).toBe('run')
        expect(firstScript(injected)).toBe('run()')
      }),
    )
  })
})

/** The text of the first script that a browser would run. */
const firstScript = (html: string): string | null => {
  const search = (node: object): string | null => {
    if ('nodeName' in node && node.nodeName === 'script' && 'childNodes' in node) {
      const [text] = node.childNodes as { value?: string }[]
      return text?.value ?? ''
    }
    for (const child of 'childNodes' in node ? (node.childNodes as object[]) : []) {
      const found = search(child)
      if (found !== null) return found
    }
    return null
  }
  return search(parse(html))
}
