import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HtmlElement } from '../../../../src/check/facts/html/element.js'
import { readFastHtml } from '../../../../src/check/facts/html/fast.js'
import { readHtml } from '../../../../src/check/facts/html/read.js'
import { LineIndex } from '../../../../src/check/facts/text/position.js'
import { INTERESTS } from '../../../support/cases/interests.js'
import { ofRuns, runs } from '../../../support/vitest/runs.js'

describe('2.8 a plain page is read without a tree', () => {
  it('and has the elements, attributes, texts and places that a browser makes of it', () => {
    const page =
      '<!-- made by hand -->\r\n<!DOCTYPE html>\n<html lang=en><head><meta charset="utf-8"><title>A <b> &amp; B</title>\n' +
      '<link rel=stylesheet href=\'css/a.css\'><style>p { color: red }\r\n</style>\n<base href="x"></head>\n' +
      '<body onload="start()">3 < 4<p STYLE="background:url(p.png)">one<p style="width:5%">two<a href=x><b>&lt;</a></b><img src=a/b.png/>\n' +
      '<form action="a"><input type=file></form><script src="m.js" async></script>\r\n' +
      '<script>if (a < b && "</p>") run()\r\n</script><my-button onclick=go()>x</my-button></body></html>\n'
    const read = plain(page)
    expect(read).not.toBeNull()
    expect(read).toEqual(parsed(page))
    expect(read?.map(({ name }) => name)).toEqual(
      'meta link style base body p a img form input script script my-button'.split(' '),
    )
  })

  it('with any content, in any order', () => {
    let plainOnes = 0
    fc.assert(
      fc.property(fc.array(PIECE, { maxLength: 30 }), fc.boolean(), (pieces, opened) => {
        const page = `${opened ? '<!doctype html><html><head></head><body>' : '<!doctype html>'}${pieces.join('')}`
        const read = plain(page)
        if (read === null) return
        plainOnes += 1
        expect(read).toEqual(parsed(page))
      }),
      { numRuns: runs(1_500) },
    )
    expect(plainOnes).toBeGreaterThan(ofRuns(300, 1_500))
  })

  it('with drawings of shapes, with any tags and attributes', () => {
    let plainOnes = 0
    fc.assert(
      fc.property(fc.array(DRAWN, { maxLength: 12 }), words('p button b i span'), (pieces, around) => {
        const page = `<!doctype html><body><${around}><svg viewBox="0 0 1 1">${pieces.join('')}</svg><a href=x onclick=y><img src=z>`
        const read = plain(page)
        if (read === null) return
        plainOnes += 1
        expect(read).toEqual(parsed(page))
      }),
      { numRuns: runs(3_000) },
    )
    expect(plainOnes).toBeGreaterThan(ofRuns(300, 3_000))
  })

  it('and what only a parser can tell is left to one', () => {
    const start = '<!doctype html><body>'
    for (const page of [
      '<p>no doctype',
      `${start}<table><tr><td>x</table>`,
      `${start}<template><p></template>`,
      `${start}<svg><a href=x /></svg>`,
      `${start}<svg><path fill="url(//a.test/b)"/></svg>`,
      `${start}<svg><path fill="image-set('//a.test/b')"/></svg>`,
      `${start}<svg><path fill="u\\72l(b)"/></svg>`,
      `${start}<svg><path style="fill:red"/></svg>`,
      `${start}<svg><path onclick="a()"/></svg>`,
      `${start}<svg><use href="#a"/></svg>`,
      `${start}<svg><style>a{}</style></svg>`,
      `${start}<svg><title>a</title></svg>`,
      `${start}<svg><p></svg>`,
      `${start}<svg></p></svg>`,
      `${start}<svg><!-- --></svg>`,
      `${start}<svg><foreignObject></foreignObject></svg>`,
      `${start}<svg><g>`,
      `${start}<math></math>`,
      `${start}<select><option></select>`,
      `${start}<noscript><p></noscript>`,
      `${start}<iframe src=x></iframe>`,
      `${start}<form><form>`,
      `${start}<p><body onload=x>`,
      `${start}<a href="?a&amp;b">`,
      `${start}<p style="background:u&#114;l(a.png)">`,
      `${start}<a href=x href=y>`,
      `${start}<a\u00a0href=x>`,
      `${start}<a title="x"href=y>`,
      `${start}<script>a`,
      `${start}<script><!-- <script></script>`,
      `${start}<script></script x>`,
      `${start}<!-->`,
      `${start}<!-- a --!> b -->`,
      `${start}<?php ?>`,
      `${start}</ p>`,
      `${start}\0`,
      `${start}<p`,
      '<!doctype html><head><title></title></head></br><body onload=x>',
      '<!doctype html public "-//W3C//DTD HTML 3.2//EN"><p>',
    ])
      expect([page, plain(page)]).toEqual([page, null])
  })
})

const words = (text: string): fc.Arbitrary<string> => fc.constantFrom(...text.split(' '))
const blank = fc.constantFrom('', '', ' ', '\n', '\r\n', '\t')
const attribute = fc
  .tuple(
    words('href src class style onclick STYLE data-x :x xlink:href rel type'),
    fc.constantFrom(
      ...['', '=x', '="a b"', "='c'", '= "d\r\ne"', '=a/b', '="<p>"', '=a&amp;b', '=""'],
      ...['="b:url(c)"', '=b:u&#114;l(c)', '="b:u\\rl(c)"', '="&quot;"'],
    ),
  )
  .map(([name, value]) => ` ${name}${value}`)
const attributes = fc.array(attribute, { maxLength: 2 }).map((list) => list.join(''))
const TAGS =
  'a b i font p div span li ul dd dt h1 h2 button pre br img input form hr label option address nobr center my-el ruby main em u P Div'
const RARE =
  'html head body title textarea script style meta link base table tr td svg math template select noscript iframe object frameset image xmp plaintext col'
const tag = (names: string): fc.Arbitrary<string> =>
  fc.tuple(words(names), attributes, blank, words('> > > />')).map((parts) => `<${parts.join('')}`)
const PIECE = fc.oneof(
  { arbitrary: tag(TAGS), weight: 12 },
  { arbitrary: fc.tuple(words(TAGS), blank).map(([name, space]) => `</${name}${space}>`), weight: 8 },
  { arbitrary: tag(RARE), weight: 1 },
  { arbitrary: words(RARE).map((name) => `</${name}>`), weight: 1 },
  {
    arbitrary: fc.constantFrom('text', ' ', '\r\n', 'a < b', '&amp;', '<!-- c -->', '<!---->', '<', '\u00e9'),
    weight: 6,
  },
  {
    arbitrary: fc.constantFrom(
      '<script>a < b\r\n</script>',
      '<style>p{}</style >',
      '<title><b></title>',
      '<textarea><p></textarea>',
      '<meta charset=x>',
      '<link rel=x href=y>',
    ),
    weight: 3,
  },
)

const drawnAttribute = fc
  .tuple(
    words(
      'd fill id class viewBox transform stroke-width aria-hidden data-x xmlns style onclick href FILL x',
    ),
    words(
      '"" "1,2" "#fff" "rotate(45)" "rgb(1,2,3)" "url(#a)" "url(b)" "http://www.w3.org/2000/svg" x "a:b" "&amp;"',
    ),
  )
  .map(([name, value]) => ` ${name}=${value}`)
const DRAWN = fc.oneof(
  {
    arbitrary: fc
      .tuple(
        words('path g rect circle defs linearGradient clippath svg a use'),
        fc.array(drawnAttribute, { maxLength: 2 }),
        words('> /> />'),
      )
      .map(([name, list, end]) => `<${name}${list.join('')}${end}`),
    weight: 8,
  },
  { arbitrary: words('path g rect defs svg p a br').map((name) => `</${name}>`), weight: 4 },
  { arbitrary: words('text x & <!--c--> <![CDATA[c]]>'), weight: 1 },
)

const plain = (page: string): readonly Shown[] | null => {
  const elements = readFastHtml(page, new LineIndex(page), INTERESTS.page)
  return elements === null ? null : elements.map(shown)
}

const parsed = (page: string): readonly Shown[] =>
  readHtml(page, new LineIndex(page), INTERESTS.page).elements.map(shown)

type Shown = ReturnType<typeof shown>

const shown = (element: HtmlElement) => ({
  name: element.name,
  foreign: element.foreign,
  attributes: element.attributes.map(({ name, value, place }) => ({ name, value, place })),
  place: element.place,
  text: element.text,
  places: element.text === '' ? [] : [0, element.text.length].map((offset) => element.placeInText(offset)),
})
