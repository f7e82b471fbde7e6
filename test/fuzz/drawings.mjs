import { cssPiece, declarations } from './css.mjs'

/**
 * The pieces of a hostile drawing. The first and the last are its root. Each is well-formed, or nearly.
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 * @returns {string[]}
 */
export const drawingPieces = (random, probes) => [
  ...prolog(random, probes),
  `<${ROOT}>`,
  ...random.list(1, 6, () => element(random, probes, 0)),
  '</svg>',
]

const ROOT =
  'svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:q="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:s="http://www.w3.org/2000/svg" width="50" height="50"'

/**
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 */
const prolog = (random, probes) => [
  random.pick(['', '', '<?xml version="1.0"?>', '<?xml version="1.1" encoding="utf-8"?>\n', '<!-- a -->']),
  ...(random.happens(0.15) ? [random.pick(INSTRUCTIONS).replaceAll('URL', () => probes.inAttribute())] : []),
  ...(random.happens(0.45) ? [doctype(random, probes)] : []),
]

/**
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 */
const doctype = (random, probes) => {
  const declared = random.list(1, 3, () =>
    (random.happens(0.12) ? random.pick(REFUSED) : random.pick(DECLARATIONS))
      .replaceAll('URL', () => probes.inAttribute())
      .replaceAll('&#x', '&#38;#x'),
  )
  return `<!DOCTYPE svg${random.pick(['', '', ' SYSTEM "http://www.w3.org/a.dtd"'])} [${declared.join('\n')}]>`
}

/**
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 * @param {number} depth
 * @returns {string}
 */
const element = (random, probes, depth) => {
  const kind = random.next()
  if (kind < 0.62 || depth > 3)
    return random
      .pick(LOADING)
      .replaceAll('URL', () =>
        random.happens(0.12) ? random.pick(['&u;', '&v;', 'a&u;']) : probes.inAttribute(),
      )
      .replaceAll('CSS', () => escaped(declarations(random, probes)))
  if (kind < 0.74) return random.pick(TEXTS).replaceAll('URL', () => probes.inAttribute())
  if (kind < 0.84) {
    const css = random.list(1, 3, () => cssPiece(random, probes)).join('')
    return `<style>${random.happens(0.3) ? `<![CDATA[${css.replaceAll(/[\0\f]/g, '')}]]>` : escaped(css)}</style>`
  }
  const name = random.pick([
    'g',
    'a',
    'foreignObject',
    'desc',
    'title',
    'switch',
    'defs',
    'h:div',
    's:g',
    'style',
    'h:style',
  ])
  return `<${name}>${random.list(1, 3, () => element(random, probes, depth + 1)).join('')}</${name}>`
}

/** @param {string} text */
const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\0\f]/g, '')

const LOADING = [
  ...[
    '<image href="URL" width="9" height="9"/>',
    '<image xlink:href="URL" width="9" height="9"/>',
    '<image q:href="URL" width="9" height="9"/>',
  ],
  ...[
    '<s:image href="URL" width="9" height="9"/>',
    '<use href="URL#a"/>',
    '<feImage href="URL"/>',
    '<rect width="9" height="9" style="CSS"/>',
  ],
  ...[
    '<image width="9" height="9"><set attributeName="href" to="URL"/></image>',
    '<image width="9" height="9"><animate attributeName="xlink:href" values="a;URL" dur="1s"/></image>',
  ],
  ...[
    '<rect width="9" height="9" fill="url(URL)"/>',
    '<rect width="9" height="9" mask="url(URL#a)"/>',
    '<rect width="9" height="9" clip-path="url(\'URL#a\')"/>',
  ],
  ...[
    '<filter id="f"><feImage href="URL"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    '<rect width="9" height="9" cursor="url(URL)"/>',
  ],
  ...[
    '<h:img src="URL"/>',
    '<h:img srcset="URL 1x"/>',
    '<h:link rel="stylesheet" href="URL"/>',
    '<h:link rel="preload" as="image" imagesrcset="URL"/>',
  ],
  ...[
    '<h:video poster="URL"/>',
    '<h:video preload="auto"><h:source src="URL"/></h:video>',
    '<h:audio preload="auto" src="URL"/>',
    '<h:body background="URL"/>',
  ],
  ...[
    '<h:p style="CSS">a</h:p>',
    '<h:input type="image" src="URL"/>',
    '<h:meta http-equiv="refresh" content="0;url=URL"/>',
    '<h:table background="URL"/>',
  ],
  ...[
    '<h:iframe src="URL"/>',
    '<h:object data="URL"/>',
    '<h:embed src="URL"/>',
    '<foreignObject width="9" height="9"><h:img src="URL"/></foreignObject>',
  ],
  ...[
    '<h:iframe srcdoc="&lt;img src=URL>"/>',
    '<g xml:base="URL/"><image href="a.png" width="9" height="9"/></g>',
    '<h:style>@import "URL";</h:style>',
  ],
  ...[
    '<set attributeName="fill" to="url(URL)"/>',
    '<rect width="9" height="9"><animate attributeName="style" values="fill:url(URL)"/></rect>',
  ],
  ...[
    '<rect width="9" height="9"><set attributeName="filter" to="url(URL#a)"/></rect>',
    '<text>URL</text>',
    '<marker id="a"/><path marker="url(URL#a)" d="M0 0L1 1"/>',
  ],
  ...[
    '<image xmlns="" href="URL"/>',
    '<h:base href="URL"/>',
    '<h:img src="a.png" attributionsrc="URL"/>',
    '<pattern href="URL#a"/>',
    '<h:td background="URL"/>',
  ],
  ...[
    '<textPath href="URL#a">a</textPath>',
    '<mpath href="URL#a"/>',
    '<linearGradient id="g" href="URL#a"/><rect width="9" height="9" fill="url(#g)"/>',
  ],
]
const TEXTS = [
  ...[
    '<!-- <image href="URL"/> -->',
    '<![CDATA[<image href="URL"/>]]>',
    '&u;',
    '&v;',
    '<?x <image href="URL"/>?>',
    '<text>&u;</text>',
    '<!-- &u; -->',
  ],
  ...[
    '<style>/* &u; */</style>',
    '<desc>&lt;image href="URL"/></desc>',
    '<style>&u;</style>',
    '<style>*{fill:url(&u;)}</style>',
    '<?xml-stylesheet href="URL"?>',
  ],
  ...[
    '<style><!-- @import "URL"; --></style>',
    '<style><![CDATA[@import "&u;";]]></style>',
    '<style>@import "&u;";</style>',
    "<image href='&v;'/>",
  ],
]
const INSTRUCTIONS = [
  ...[
    '<?xml-stylesheet href="URL"?>',
    '<?xml-stylesheet type="text/css" href=\'URL\'?>',
    '<?xml-stylesheet title="href=\'a.css\'" href="URL" ?>',
  ],
  ...[
    '<?xml-stylesheet type="text/xsl" href="URL"?>',
    '<?xml-stylesheet\nhref = "URL"type="text/css"?>',
    '<?xml-stylesheet href="a.css"?>',
  ],
]
const DECLARATIONS = [
  ...[
    '<!ENTITY u "URL">',
    "<!ENTITY v 'URL'>",
    '<!ENTITY v "&u;">',
    '<!-- <!ENTITY u "URL"> -->',
    '<!ENTITY u "a">',
    '<!ENTITY u "&lt;image href=\'URL\'/>">',
  ],
  ...[
    '<!ENTITY w "//">',
    '<!ENTITY u "&w;URL">',
    '<!ENTITY v ";}*{fill:url(URL)}">',
    "<!ENTITY v '\"'>",
    '<!ENTITY v "&#x27;URL&#x27;">',
  ],
]
const REFUSED = [
  ...[
    '<!ATTLIST image href CDATA "URL">',
    "<!NOTATION n SYSTEM \"'><!ATTLIST image href CDATA 'URL'>\">",
    '<!ENTITY % p "<!ENTITY u \'URL\'>">%p;',
  ],
  ...[
    "<!ENTITY u \"<image xmlns='http://www.w3.org/2000/svg' href='URL' width='9' height='9'/>\">",
    '<!ENTITY u SYSTEM "URL">',
    '<?x <!ENTITY u "a">?>',
  ],
  ...[
    '<!NOTATION n SYSTEM "<!ENTITY u \'a\'>"><!ENTITY u "URL">',
    '<!ENTITY lt "URL">',
    '<!ELEMENT svg ANY>',
  ],
]
