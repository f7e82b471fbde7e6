import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFastCss } from '../../../../src/check/facts/css/fast.js'
import { readCss } from '../../../../src/check/facts/css/read.js'
import { ofRuns, runs } from '../../../support/vitest/runs.js'

describe('2.8 plain CSS is read without tokens', () => {
  it('and has the URLs that its tokens name', () => {
    const css =
      '@import "a.css"; @import url(b.css) print;/* url(no.png) */\r\n' +
      'a::before { content: "url(no.png)"; background: url( c.png ), URL("d.png") }' +
      '@font-face { src: local("e"), url(f.woff2)format("woff2") } b { width: calc((1px + 2%) * 3) }'
    const links = readFastCss(css)
    expect(links).toEqual(readCss(css))
    expect(links?.map(({ kind, url, within }) => `${kind} ${url} ${within}`)).toEqual([
      'import a.css import',
      'url b.css import',
      'url c.png ',
      'url d.png ',
      'text e local',
      'url f.woff2 ',
      'text woff2 format',
    ])
  })

  it('with any content, in any order', () => {
    let plainOnes = 0
    fc.assert(
      fc.property(fc.array(PIECE, { maxLength: 16 }), (pieces) => {
        const css = pieces.join('')
        const links = readFastCss(css)
        if (links === null) return
        plainOnes += 1
        expect(links).toEqual(readCss(css))
      }),
      { numRuns: runs(3_000) },
    )
    expect(plainOnes).toBeGreaterThan(ofRuns(500, 3_000))
  })
})

const PIECE = fc.constantFrom(
  ...'url( URL( url(a.png) url("b") url( url( image-set( src( ( ) ) ) " \' "x" \'y\' @import @IMPORT @namespace @media @ ; ; { } : , a -a --a -1 1 1e3 .5 + - # ! % \u00e9 a. a# /* */ /**/ // \\ <!-- --> ['.split(
    ' ',
  ),
  '--u:',
  '; result :',
  '"//h/a"',
  '"/"',
  'var(',
  ' ',
  ' ',
  '\n',
  '\r\n',
  '\f',
  '\t',
  '\0',
  '\u0001',
  '\u007f',
  '\u0080',
  '\ufeff',
)
