import fc from 'fast-check'
import { type Token, Tokenizer, TokenizerMode } from 'parse5'
import { describe, expect, it } from 'vitest'
import type { HtmlElement } from '../../../../src/check/facts/html/element.js'
import { PreloadScanner } from '../../../../src/check/facts/html/preload-scanner.js'
import { readHtml } from '../../../../src/check/facts/html/read.js'
import { LineIndex } from '../../../../src/check/facts/text/position.js'
import { INTERESTS } from '../../../support/cases/interests.js'
import { runs } from '../../../support/vitest/runs.js'

describe('2.8 what a preload scanner sees', () => {
  it('is every tag as a tokenizer reads it that knows raw texts only by their names', () => {
    fc.assert(
      fc.property(fc.array(PIECE, { maxLength: 24 }), fc.boolean(), (pieces, scripting) => {
        const page = pieces.join('')
        const scanned = new PreloadScanner(page, new LineIndex(page), scripting).read(0)
        expect(scanned.map(withoutDuplicates)).toEqual(tokensOf(page, scripting))
      }),
      { numRuns: runs(4_000) },
    )
  })

  it('counts beside what the tree has, wherever the two part', () => {
    for (const page of [
      '<svg><title><!--</title><img src=a>-->',
      '<math><style><a title="</style><img src=a>">',
      '<svg><![CDATA[ > <img src=a> ]]>',
      '<img src="" src=a>',
      '<img src src=a>',
      '<svg><xmp><script></script><title><!--</title><img src=a>-->',
      '<title><!--</title><img src=a>-->',
      '<frameset><noframes></noframes><img src=a>',
    ])
      expect([page, sourcesIn(page)]).toEqual([page, ['a']])
    for (const page of [
      '<svg><title><!-- <img src=a> --></title>',
      '<svg><title/><a title="<img src=a>"/></svg>',
      '<!-- <svg><title></title><img src=a> -->',
      '<style><img src=a></style><svg></svg>',
    ])
      expect([page, sourcesIn(page)]).toEqual([page, []])
  })

  it('takes the second of two attributes only where some browser does', () => {
    for (const page of [
      '<img src=" " src=b>',
      '<script src src=b></script>',
      '<link rel=stylesheet href="" href=b>',
      '<video poster poster=b></video>',
      '<input type=image src src=b>',
      '<source srcset srcset=b>',
      '<source srcset="a 1q" srcset=b>',
      '<source srcset="a 0w" srcset=b>',
      '<source srcset=, srcset=b>',
      '<link rel=preload as=image href=a href=b>',
      '<link href=a as=image href=b rel="stylesheet preload">',
      '<svg><image href=a href=b /></svg>',
      '<svg><image xlink:href=a xlink:href=b /></svg>',
      '<svg><script href=a href=b></script></svg>',
    ])
      expect([page, secondsIn(page)]).toEqual([page, ['b']])
    for (const page of [
      '<img src=a src=b>',
      '<img srcset="a 1x" srcset="b">',
      '<img srcset srcset=b>',
      '<img srcset="a 1q" srcset=b>',
      '<source srcset=a srcset=b>',
      '<source srcset=" a 1.5x , c 2x" srcset=b>',
      '<source srcset="a 100w, c 200w" srcset=b>',
      '<link rel=stylesheet href=a href=b>',
      '<link rel=modulepreload as=image href=a href=b>',
      '<link rel=preload as=script href=a href=b>',
      '<link rel=preload as=image href=a imagesrcset=a imagesrcset=b>',
      '<link rel=preload as=image href=a imagesrcset imagesrcset=b>',
      '<script src=a src=b></script>',
      '<input type=image src=a src=b>',
      '<video poster=a poster=b></video>',
      '<a href href=b></a>',
    ])
      expect([page, secondsIn(page)]).toEqual([page, []])
  })

  it('runs no code and submits nothing', () => {
    const page = '<svg><title><!--</title><form><p onclick=a()><script>b()</script><img src=a onload=c()>-->'
    const found = readHtml(page, new LineIndex(page), INTERESTS.page).elements.filter(
      ({ isScanned }) => isScanned === true,
    )
    expect(found.map(({ name }) => name)).toEqual(['script', 'img'])
  })

  it('does not refuse a page of many short tags, and refuses one element with too many attributes', () => {
    const plain = `<svg><title><a></a></title></svg>${'<b></b>'.repeat(40_000)}`
    expect(readHtml(plain, new LineIndex(plain), INTERESTS.page).unjudged).toBeUndefined()
    const page = `<a ${Array.from({ length: 10_001 }, (_, n) => `a${n}`).join(' ')} href=x><svg>`
    const { unjudged, elements } = readHtml(page, new LineIndex(page), INTERESTS.page)
    expect(unjudged).toBe('an element has more than 10,000 attributes')
    expect(elements).toEqual([])
  })
})

const words = (text: string): fc.Arbitrary<string> => fc.constantFrom(...text.split(' '))
const NAMES = 'a b img svg title style script textarea xmp noembed noframes iframe noscript plaintext A-b'
const PIECE = fc.oneof(
  fc
    .tuple(
      words(NAMES),
      words(' /> > x> =a> =="b"> "> \'>').map((end) => ` ${end}`),
    )
    .map((parts) => `<${parts.join('')}`),
  words(NAMES).map((name) => `<${name}>`),
  words(NAMES).map((name) => `</${name}>`),
  words(
    '</script </title/ </style/> </a"> </> </ </3> <!> <!-> <!--> <!---> <!----> <!----!> --> --!> <!-- <!--a <!doctype> <![CDATA[ ]]> <?a> < <3 & &amp; " \' > text',
  ),
  words('a="b" a="<b>" a=\'"\' a=&lt; a=&ltb a=&#0; a a= =a a/b ="a" A=\u0000 a="\r\nb"').map(
    (attribute) => `<img ${attribute}>`,
  ),
  fc.constantFrom(
    '<script><!--',
    '<script><!--<script><!--',
    '<script><!--<!-->',
    '<script',
    '\n',
    '\r\n',
    '\0',
    '<im\0g>',
    '<a b="',
    "<a b='",
    '<script>a</script >',
  ),
)

const RAW: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
])

type Shown = readonly [string, number, readonly (readonly [string, string])[]]

/** The start tags of a page by parse5's own tokenizer. */
const tokensOf = (page: string, scripting: boolean): readonly Shown[] => {
  const found: Shown[] = []
  const nothing = (): void => {}
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: ({ tagName, attrs, location }: Token.TagToken) => {
        const mode = scripting && tagName === 'noscript' ? TokenizerMode.RAWTEXT : RAW.get(tagName)
        if (mode !== undefined) tokenizer.state = mode
        found.push([tagName, location?.startCol ?? 0, attrs.map(({ name, value }) => [name, value])])
      },
      onEndTag: nothing,
      onEof: nothing,
      onCharacter: nothing,
      onWhitespaceCharacter: nothing,
      onNullCharacter: nothing,
      onComment: nothing,
      onDoctype: nothing,
    },
  )
  tokenizer.write(page, true)
  return found
}

const withoutDuplicates = ({ name, attributes, place }: HtmlElement): Shown => {
  const seen = new Map<string, string>()
  for (const attribute of attributes) if (!seen.has(attribute.name)) seen.set(attribute.name, attribute.value)
  return [name, place.column, [...seen]]
}

/** The values that are `b`, of the attributes that a page's scanner takes. */
const secondsIn = (page: string): readonly string[] =>
  new PreloadScanner(page, new LineIndex(page), true)
    .read(0)
    .flatMap(({ attributes }) => attributes.flatMap(({ value }) => (value === 'b' ? [value] : [])))

/** The addresses of a page's pictures, each once. */
const sourcesIn = (page: string): readonly string[] => {
  const { elements } = readHtml(`<!doctype html>${page}`, new LineIndex(page), INTERESTS.page)
  const values = elements.flatMap(({ attributes }) =>
    attributes.flatMap(({ name, value }) => (name === 'src' && value !== '' ? [value] : [])),
  )
  return [...new Set(values)]
}
