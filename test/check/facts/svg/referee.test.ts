import fc from 'fast-check'
import { ParseOption, XmlDocument, XmlElement } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import type { SvgFacts } from '../../../../src/check/facts/svg/facts.js'
import { readFastSvg } from '../../../../src/check/facts/svg/fast.js'
import { readSvg } from '../../../../src/check/facts/svg/read.js'
import { LineIndex } from '../../../../src/check/facts/text/position.js'
import { INTERESTS } from '../../../support/cases/interests.js'
import { ofRuns, runs } from '../../../support/vitest/runs.js'

/**
 * The referee is libxml2, which Chromium reads SVG with. What `check` accepts must be well-formed to it, and have the
 * very same attributes and style sheets: all entities replaced, all defaults filled in.
 */
describe('2.8 an SVG file that is accepted is read as libxml2 reads it', () => {
  it('with any DOCTYPE, entities and markup', () => {
    let accepted = 0
    let refused = 0
    fc.assert(
      fc.property(DRAWING, (svg) => {
        const facts = readSvg(svg, new LineIndex(svg), INTERESTS.drawing)
        const plain = readFastSvg(svg, new LineIndex(svg), INTERESTS.drawing)
        if (plain !== null) expect(valuesOf(facts)).toEqual(valuesOf(plain))
        if (facts.malformed !== null || facts.refusedDoctype.length > 0) {
          refused += 1
          return
        }
        accepted += 1
        expect([svg, ...valuesOf(facts)]).toEqual([svg, ...refereeOf(svg)])
      }),
      { numRuns: runs(6_000) },
    )
    expect(accepted).toBeGreaterThan(ofRuns(500, 6_000))
    expect(refused).toBeGreaterThan(ofRuns(500, 6_000))
  })

  it.each([
    [
      'entities are texts in comments, instructions and CDATA',
      '<!ENTITY u "--><image href=\'x\'/>">',
      '<!-- &u; --><?x &u; ?><style><![CDATA[&u;]]></style>',
    ],
    [
      'a notation may hide a declaration',
      "<!NOTATION n SYSTEM \"'><!ATTLIST image href CDATA '//h/a'>\">",
      '<image/>',
    ],
    [
      'a notation may hide an entity',
      '<!NOTATION n SYSTEM "<!ENTITY u \'a.png\'>"><!ENTITY u "//h/a">',
      '<image href="&u;"/>',
    ],
    ['a reference may become markup', '<!ENTITY u "&#38;#60;image href=\'//h/a\'/>">', '&u;'],
    ['a reference may become a reference', '<!ENTITY a "//h/a"><!ENTITY u "&#38;a;">', '<image href="&u;"/>'],
    [
      'a parameter entity may declare',
      '<!ENTITY % p "<!ATTLIST image href CDATA \'//h/a\'>"> %p;',
      '<image/>',
    ],
    ['an entity may have another meaning', '<!ENTITY amp "&#38;#38;">', '<image href="&amp;"/>'],
  ])('%s: it is refused, or read the same', (_, subset, content) => {
    const svg = `<!DOCTYPE svg [${subset}]><svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
    const facts = readSvg(svg, new LineIndex(svg), INTERESTS.drawing)
    if (facts.malformed === null && facts.refusedDoctype.length === 0)
      expect(valuesOf(facts)).toEqual(refereeOf(svg))
    else expect(facts.refusedDoctype.length).toBeGreaterThan(0)
  })
})

const isNeeded = (name: string, value: string): boolean =>
  INTERESTS.drawing.hasName(name) || INTERESTS.drawing.hasValue(value)

const XMLNS = 'http://www.w3.org/2000/xmlns/'

/** Every attribute that rules ask about, and every style sheet. */
const valuesOf = ({ elements }: SvgFacts): readonly string[] =>
  elements
    .flatMap(({ local, attributes, style }) => [
      ...attributes
        .filter(({ name, prefix, value }) => prefix !== 'xmlns' && name !== 'xmlns' && isNeeded(name, value))
        .map(({ name, value }) => `${local} ${name}=${value}`),
      ...(local === 'style' ? [`style ${style}`] : []),
    ])
    .toSorted()

const refereeOf = (svg: string): readonly string[] => {
  const document = XmlDocument.fromString(svg, {
    option: ParseOption.XML_PARSE_NOENT | ParseOption.XML_PARSE_DTDATTR | ParseOption.XML_PARSE_NO_XXE,
  })
  const found: string[] = []
  for (const element of document.find('//*')) {
    if (!(element instanceof XmlElement)) continue
    for (const { name, prefix, namespaceUri, value } of element.attrs) {
      const full = prefix === '' ? name : `${prefix}:${name}`
      if (namespaceUri !== XMLNS && isNeeded(full, value)) found.push(`${element.name} ${full}=${value}`)
    }
    if (element.name === 'style')
      found.push(
        `style ${element
          .find('text()')
          .map(({ content }) => content)
          .join('')}`,
      )
  }
  document.dispose()
  return found.toSorted()
}

const some = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)
const joined = (piece: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc.array(piece, { maxLength }).map((list) => list.join(''))
const blank = some('', ' ', ' ', '\n', '\t')
const name = some('u', 'v', 'w', 'lt', 'amp')
const value = joined(
  some(
    'a',
    '//h/a',
    ' ',
    '&v;',
    '&w;',
    '&#x61;',
    '&#60;',
    '&#38;',
    '&lt;',
    '&amp;',
    '&#9;',
    '<a/>',
    '%',
    "'",
    '-->',
    ']]>',
    'url(x)',
  ),
  3,
)
const declaration = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(name, value).map(([one, text]) => `<!ENTITY ${one} "${text}">`) },
  {
    weight: 2,
    arbitrary: fc.tuple(name, value).map(([one, text]) => `<!ENTITY ${one} '${text.replaceAll("'", '')}' >`),
  },
  { weight: 2, arbitrary: some('<!-- a -->', '<!-- <!ENTITY v "x"> -->', '<!-- a -- b -->', '<!---->') },
  {
    weight: 1,
    arbitrary: some(
      '<?x a?>',
      '<!ATTLIST image href CDATA "//h/a">',
      '<!ATTLIST image href CDATA #FIXED "//h/a">',
      "<!NOTATION n SYSTEM \"'><!ATTLIST image href CDATA '//h/a'>\">",
      '<!NOTATION n PUBLIC "x">',
      '<!ELEMENT svg ANY>',
      '<!ENTITY % p "<!ENTITY v \'z\'>">',
      '%p;',
      '<!ENTITY u SYSTEM "x.txt">',
      '<!entity v "a">',
      ']',
    ),
  },
)
const doctype = fc
  .tuple(
    some(
      '',
      '',
      '',
      ' SYSTEM "http://www.w3.org/a.dtd"',
      ' SYSTEM "http://www.w3.org/["',
      ' PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/a"',
      ' SYSTEM "x.dtd"',
      ' PUBLIC "x"',
    ),
    blank,
    fc.option(
      fc.tuple(
        joined(
          fc.tuple(blank, declaration).map((parts) => parts.join('')),
          4,
        ),
        blank,
      ),
      { freq: 6 },
    ),
    blank,
  )
  .map(
    ([external, before, subset, after]) =>
      `<!DOCTYPE svg${external}${before}${subset === null ? '' : `[${subset.join('')}]`}${after}>`,
  )
const text = joined(
  some(
    'a',
    '&u;',
    '&v;',
    '&amp;',
    '&#60;',
    ' ',
    '\r\n',
    '<!-- &u; -->',
    '<!-- - -->',
    '<![CDATA[&u;]]>',
    '<?x &u;?>',
    ']]',
  ),
  3,
)
const attribute = fc
  .tuple(
    some('href', 'style', 'to', 'onclick', 'q:href', 'xlink:href', 'xml:base', 'fill', 'xmlns', 'xmlns:q'),
    joined(some('a', '&u;', '&w;', '\n', '&#10;', '&lt;', '>', 'url(x)', ' '), 3),
  )
  // An invalid URI does not make a file's structure invalid.
  .map(([key, content]) => ` ${key}="${key.startsWith('xmlns') ? 'urn:x' : content}"`)
const attributes = fc
  .uniqueArray(attribute, { maxLength: 2, selector: (one) => one.split('=')[0] })
  .map((list) => list.join(''))
const element = fc
  .tuple(some('image', 'a', 'style', 'q:image', 'set'), attributes, text)
  .map(([one, more, content]) => `<${one}${more}>${content}</${one}>`)
const DRAWING = fc
  .tuple(
    some('', '', '<?xml version="1.0"?>', '<?xml version="1.1"?>', '<!-- a -->\n', '\ufeff'),
    fc.oneof(
      { weight: 12, arbitrary: doctype },
      { weight: 1, arbitrary: fc.tuple(doctype, doctype).map((two) => two.join('')) },
    ),
    some('', ' xmlns:q="http://www.w3.org/1999/xlink"', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
    joined(element, 3),
  )
  .map(
    ([prolog, type, namespaces, content]) =>
      `${prolog}${type}<svg xmlns="http://www.w3.org/2000/svg"${namespaces}>${content}</svg>`,
  )
