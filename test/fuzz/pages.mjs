import { cssPiece, declarations, importRule } from './css.mjs'
import { statements } from './scripts.mjs'

/**
 * The pieces of a hostile page: tags and parts of tags, in random order.
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 * @returns {string[]}
 */
export const pagePieces = (random, probes) => [
  random.pick(['<!doctype html>', '<!doctype html>', '', '<!doctype html><head>', '<!doctype html><body>']),
  ...(random.happens(0.6) ? ['<script src="wait.js"></script>'] : []),
  ...random.list(3, 22, () => piece(random, probes)),
]

/**
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 * @returns {string}
 */
const piece = (random, probes) => {
  const kind = random.next()
  if (kind < 0.34) return probe(random, probes)
  if (kind < 0.52) return `<${random.pick(OPEN)}>`
  if (kind < 0.64)
    return `</${random.pick(OPEN).split(' ')[0] ?? ''}${random.pick(['', '', '', ' ', '/', ' a="b"'])}>`
  if (kind < 0.76) return random.pick(NOISE)
  if (kind < 0.86) {
    // Markup in an attribute: text for one reader, a tag for another.
    const quote = random.pick(['"', "'"])
    const inside = random.list(1, 3, () => piece(random, probes).replaceAll(quote, '')).join('')
    return `<${random.pick(['a', 'p', 'g', 'mi', 'style', 'title', 'img', 'b'])} ${random.pick(['title', 'alt', 'class', 'd'])}=${quote}${inside}${quote}>`
  }
  if (kind < 0.9)
    return `<script${random.pick(['', '', ' type="module"'])}>${statements(random, probes)}</script>`
  if (kind < 0.95) {
    const name = random.pick(RAW)
    return `<${name}>${random.list(0, 3, () => piece(random, probes)).join('')}</${name}>`
  }
  return `<style>${random.list(1, 3, () => (random.happens(0.3) ? importRule(random, probes) : cssPiece(random, probes))).join('')}</style>`
}

/**
 * A tag that loads something.
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 */
const probe = (random, probes) => {
  const form = random.happens(0.03) ? random.pick(REFUSED) : random.pick(LOADING)
  const tag = form
    .replaceAll('URL', () => probes.inAttribute())
    .replaceAll('CSS', () => declarations(random, probes).replaceAll('"', "'"))
  if (random.happens(0.85)) return tag
  return random.pick([
    () => tag.toUpperCase().replaceAll(/P(\d+)X(\d+)Z/g, 'p$1x$2z'),
    () => tag.replace(' ', '/'),
    () => tag.replace(' ', '\n'),
    () => tag.replace(/="([^"]*)"/, "='$1'"),
    () => tag.replace(/="([^" \t]*)"/, '=$1'),
    () => tag.replace(/^<(\w+) (\w+)="/, '<$1 $2="" $2="'),
    () => tag.replace(/^<(\w+) (\w+)="/, '<$1 $2 $2="'),
    () => tag.replace(/>$/, '/>'),
    () => tag.slice(0, -1),
  ])()
}

const LOADING = [
  ...[
    '<img src="URL">',
    '<img src="URL">',
    '<img srcset="URL 1x">',
    '<img srcset="a.png 9x, URL 1x">',
    '<image src="URL">',
  ],
  ...[
    '<image href="URL" width="9" height="9"/>',
    '<image xlink:href="URL" width="9" height="9"/>',
    '<svg><image href="URL"/></svg>',
  ],
  ...[
    '<link rel="stylesheet" href="URL">',
    '<link rel="preload" as="image" href="URL">',
    '<link rel="icon" href="URL">',
  ],
  ...[
    '<link rel="preload" as="image" imagesrcset="URL 1x">',
    '<link rel="modulepreload" href="URL">',
    '<link rel="manifest" href="URL">',
  ],
  ...[
    '<script src="URL"></script>',
    '<script type="module" src="URL"></script>',
    '<script href="URL"></script>',
    '<script xlink:href="URL"/>',
  ],
  ...[
    '<video poster="URL"></video>',
    '<audio src="URL" preload="auto"></audio>',
    '<video preload="auto"><source src="URL"></video>',
  ],
  ...[
    '<picture><source srcset="URL"><img></picture>',
    '<input type="image" src="URL">',
    '<body background="URL">',
  ],
  ...[
    '<table background="URL">',
    '<td background="URL">',
    '<use href="URL#a"/>',
    '<p style="CSS">a</p>',
    '<rect style="CSS"/>',
  ],
  ...[
    '<image width="9" height="9"><set attributeName="href" to="URL"/></image>',
    '<animate attributeName="href" values="URL;URL"/>',
  ],
  ...[
    '<rect width="9" height="9" fill="url(URL)"/>',
    '<rect width="9" height="9" mask="url(URL#a)"/>',
    '<rect filter="url(URL#a)"/>',
  ],
  ...[
    '<filter id="f"><feImage href="URL"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    '<style>@import "URL"</style>',
  ],
  ...[
    '<template shadowrootmode="open"><img src="URL"></template>',
    '<img src="a.png" attributionsrc="URL">',
    '<html background="URL">',
  ],
  ...[
    '<video src="a.mp4"><track default src="URL"></video>',
    '<font background="URL">',
    '<img loading="lazy" src="URL">',
    '<tr background="URL">',
  ],
  ...[
    '<style media="all">*{background:url(URL)}</style>',
    '<link rel="stylesheet" type="text/css" media="print" href="URL">',
  ],
]
/** What a rule refuses as a whole: such a case says nothing about its other addresses. */
const REFUSED = [
  ...[
    '<iframe src="URL"></iframe>',
    '<object data="URL"></object>',
    '<embed src="URL">',
    '<base href="URL">',
  ],
  ...[
    '<meta http-equiv="refresh" content="0;url=URL">',
    '<iframe srcdoc="<img src=URL>"></iframe>',
    '<frameset><frame src="URL">',
  ],
]
const RAW = [
  'style',
  'title',
  'textarea',
  'xmp',
  'noembed',
  'noframes',
  'noscript',
  'script type="a"',
  'iframe',
  'template',
  'select',
  'svg',
  'math',
]
const OPEN = [
  ...[
    'svg',
    'svg',
    'svg',
    'math',
    'math',
    'foreignObject',
    'desc',
    'title',
    'style',
    'textarea',
    'xmp',
    'noembed',
    'noframes',
  ],
  ...[
    'noscript',
    'template',
    'select',
    'option',
    'table',
    'tr',
    'td',
    'caption',
    'colgroup',
    'mtext',
    'mi',
    'mglyph',
    'malignmark',
  ],
  ...[
    'annotation-xml encoding="text/html"',
    'annotation-xml',
    'p',
    'div',
    'b',
    'i',
    'a',
    'form',
    'button',
    'head',
    'body',
    'html',
  ],
  ...[
    'g',
    'image',
    'use',
    'script type="x"',
    'br',
    'font color="a"',
    'nobr',
    'dd',
    'li',
    'h1',
    'optgroup',
    'hr',
    'keygen',
    'math/',
    'svg/',
  ],
  ...[
    'title/',
    'style/',
    'object',
    'marquee',
    'applet',
    'ruby',
    'rt',
    'fieldset',
    'details',
    'dialog',
    'frameset',
    'selectedcontent',
  ],
]
const NOISE = [
  ...[
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<!--->',
    '<!',
    '<?',
    '?>',
    ']]>',
    '<![CDATA[',
    '<![CDATA[>',
    '"',
    "'",
    '>',
    '<',
    '</',
    '/>',
  ],
  ...[
    '<!--<script>-->',
    '<script><!--</script>',
    '</script>',
    'text',
    '&lt;',
    '\0',
    '\r\n',
    '<a b="',
    "<a b='",
    '<script src="wait.js"></script>',
  ],
  ...[
    '<!doctype html>',
    '</>',
    '<svg><title><!--</title>',
    '<svg><style>',
    '<math><style>',
    '<svg><![CDATA[',
    '<noscript><p title="</noscript>',
  ],
]
