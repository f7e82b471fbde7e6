import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SvgFacts } from '../../../../src/check/facts/svg/facts.js'
import { readFastSvg } from '../../../../src/check/facts/svg/fast.js'
import { readSvg } from '../../../../src/check/facts/svg/read.js'
import { LineIndex } from '../../../../src/check/facts/text/position.js'
import { INTERESTS } from '../../../support/cases/interests.js'
import { ofRuns, runs } from '../../../support/vitest/runs.js'

describe('2.8 a plain SVG file is read without an XML parser', () => {
  it('and has the elements, attributes, texts and places that the parser finds', () => {
    const svg =
      '<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- drawn - by hand -->\n' +
      '<svg xmlns="http://www.w3.org/2000/svg"\r\n  xmlns:xlink=\'http://www.w3.org/1999/xlink\' viewBox="0 0 1 1">\n' +
      '<style>a{}<!-- b -->c{}\n</style><path d="M0 0\nL1 1" fill="url(#a)"/><set to="x" />\n' +
      '<image xlink:href="a.png" onload = "x"></image ><text>\u00e9 > 3</text><title style="b\\63"/><script/>\n</svg>\r\n'
    const read = plain(svg)
    expect(read).not.toBeNull()
    expect(read).toEqual(parsed(svg))
    expect(read?.elements.map(({ local }) => local)).toEqual(
      'svg style path set image title script'.split(' '),
    )
  })

  it('with any content, in any order', () => {
    let plainOnes = 0
    fc.assert(
      fc.property(fc.array(PIECE, { maxLength: 14 }), root, (pieces, [start, end]) => {
        const svg = `${start}${pieces.join('')}${end}`
        const read = plain(svg)
        if (read === null) return
        plainOnes += 1
        expect(read).toEqual(parsed(svg))
      }),
      { numRuns: runs(1_500) },
    )
    expect(plainOnes).toBeGreaterThan(ofRuns(80, 1_500))
  })

  it('in rows of one kind of tag too, however they end', () => {
    let plainOnes = 0
    fc.assert(
      fc.property(fc.array(ROW, { maxLength: 5 }), (rows) => {
        const svg = `<svg ${SVG}>${rows.join('')}</svg>`
        const read = plain(svg)
        if (read === null) return
        plainOnes += 1
        expect(read).toEqual(parsed(svg))
      }),
      { numRuns: runs(1_000) },
    )
    expect(plainOnes).toBeGreaterThan(ofRuns(80, 1_000))
    const row = (last: string) => plain(`<svg ${SVG}>${'<a b="1" c=""/>\n'.repeat(120)}${last}</svg>`)
    expect(row('<a b="1" c=""/><a b=">" c="]"/>')?.elements.map(({ local }) => local)).toEqual(['svg'])
    expect(row('<a b="1" href=""/>')?.elements.map(({ local }) => local)).toEqual(['svg', 'a'])
    for (const last of ['&amp;"', '<"', '1', '" b="', '"c=""', '" c="" b=""'])
      expect([last, row(`<a b="${last} c=""/>`)]).toEqual([last, null])
  })

  it('and what only a parser can tell is left to one', () => {
    const start = '<svg xmlns="http://www.w3.org/2000/svg">'
    for (const svg of [
      '',
      'text',
      `\ufeff${start}</svg>`,
      '<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>',
      '<svg/>',
      '<svg xmlns="http://www.w3.org/1999/xhtml"/>',
      '<html xmlns="http://www.w3.org/2000/svg"/>',
      `${start}`,
      `${start}<a></b></svg>`,
      `${start}<a></ab></svg>`,
      `${start}</svg><svg/>`,
      `${start}</svg>text`,
      `${start}&amp;</svg>`,
      `${start}<a b="&amp;"/></svg>`,
      `${start}<a b="1" b="2"/></svg>`,
      `${start}<a b="<"/></svg>`,
      `${start}<a b/></svg>`,
      `${start}<a b="1"c="2"/></svg>`,
      `${start}<a xlink:href="x"/></svg>`,
      `${start}<a xmlns="x"/></svg>`,
      `${start}<x:a/></svg>`,
      `${start}<a style="b:\turl(c)"/></svg>`,
      `${start}<style>a\r\n</style></svg>`,
      `${start}<![CDATA[a]]></svg>`,
      `${start}<?a?></svg>`,
      `${start}<!-- a -- b --></svg>`,
      `${start}<!-- a ---></svg>`,
      `${start}<!-- a</svg>`,
      `${start}]]></svg>`,
      `${start}\u0001</svg>`,
      `${start}<a ${Array.from({ length: 51 }, (_, n) => `a${n}=""`).join(' ')}/></svg>`,
    ])
      expect([svg, plain(svg)]).toEqual([svg, null])
  })
})

const SVG = 'xmlns="http://www.w3.org/2000/svg"'
const root = fc.constantFrom(
  ...[
    [`<svg ${SVG}>`, '</svg>'],
    [`<?xml version="1.0"?><svg ${SVG} xmlns:xlink="http://www.w3.org/1999/xlink">`, '</svg>\n'],
    [`<?xml version="1.0" encoding='utf-8' standalone="no" ?>\r\n<!-- c --><svg ${SVG} on="x">`, '</svg >'],
    [`<svg\r\nviewBox="a\r\nb" ${SVG}>`, '</svg><!-- c -->'],
    ['<svg>', '</svg>'],
    [`<svg ${SVG}>`, ''],
  ].map(([start = '', end = '']): readonly [string, string] => [start, end]),
)
const names = fc.constantFrom('a', 'g', 'path', 'style', 'script', 'Script', 'set', 'a-b.c')
const attribute = fc
  .tuple(
    fc.constantFrom(
      'd',
      'href',
      'xlink:href',
      'onclick',
      'ON',
      'style',
      'to',
      'xmlns',
      'xml:base',
      'fill',
      'a:b',
    ),
    fc.constantFrom(
      '=""',
      '="a b"',
      "='url(x)'",
      ' = "a\r\nb"',
      '="\\"',
      '="&lt;"',
      '="<"',
      '=x',
      '',
      '="\'"',
    ),
  )
  .map(([name, value]) => ` ${name}${value}`)
const attributes = fc.array(attribute, { maxLength: 3 }).map((list) => list.join(''))
const text = fc.constantFrom(
  '',
  'text',
  '\n',
  '\r\n',
  '>',
  '\u00e9',
  '&amp;',
  '<!-- a -->',
  '<![CDATA[a]]>',
  '\u{1f600}',
)
const ROW = fc
  .tuple(
    fc.constantFrom('a', 'path', 'a.b', 'style', 'set', 'script'),
    fc.uniqueArray(fc.constantFrom('b', 'd', 'fill', 'x.y', 'style', 'onclick'), { maxLength: 2 }),
    fc.array(
      fc.tuple(
        fc.constantFrom('', ' ', '\n', '\r\n\t', 'text', '&amp;', '</g>', '<g>', '<style>', '</style>'),
        fc.constantFrom('', '1', '1 1', '>', '\n', '\u00e9', 'url(x)', "'", '&lt;', '<', '"'),
        fc.constantFrom(' ', ' ', ' ', '\n', '  ', '\t'),
      ),
      { minLength: 3, maxLength: 8 },
    ),
  )
  .map(([name, keys, tags]) =>
    tags
      .map(([before, value, blank], index) => {
        const isOdd = index > 2
        const attributes = keys.map((key) => `${isOdd ? blank : ' '}${key}="${isOdd ? value : '1'}"`)
        return `${isOdd ? before : ''}<${name}${attributes.join('')}/>`
      })
      .join(''),
  )
const PIECE = fc.oneof(
  { arbitrary: fc.tuple(names, attributes).map(([name, more]) => `<${name}${more}/>`), weight: 5 },
  {
    arbitrary: fc
      .tuple(names, attributes, text, text)
      .map(([name, more, a, b]) => `<${name}${more}>${a}${b}</${name}>`),
    weight: 5,
  },
  { arbitrary: text, weight: 3 },
  { arbitrary: fc.constantFrom('<g>', '</g>', '<a', '<', '</', '<?a b?>'), weight: 1 },
)

const plain = (svg: string): Shown | null => {
  const facts = readFastSvg(svg, new LineIndex(svg), INTERESTS.drawing)
  return facts === null ? null : shown(facts)
}

const parsed = (svg: string): Shown => shown(readSvg(svg, new LineIndex(svg), INTERESTS.drawing))

type Shown = ReturnType<typeof shown>

const shown = ({ elements, ...facts }: SvgFacts) => ({
  ...facts,
  elements: elements.map(({ local, namespace, attributes, place, style }) => ({
    local,
    namespace,
    attributes: attributes.map((found) => ({
      name: found.name,
      local: found.local,
      prefix: found.prefix,
      value: found.value,
      place: found.place,
    })),
    place,
    style,
  })),
})
