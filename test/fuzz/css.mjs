/**
 * Pieces of hostile CSS, for style sheets, `style` elements and attributes.
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 */
export const cssPiece = (random, probes) => {
  const kind = random.next()
  if (kind < 0.55) return `${random.pick(SELECTORS)}{${declarations(random, probes)}}`
  if (kind < 0.68) return importRule(random, probes)
  if (kind < 0.76) return `${random.pick(BLOCKS)}{${SELECTORS[0]}{${declarations(random, probes)}}}`
  return random.pick(NOISE)
}

/**
 * An at-rule, most of which load.
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 */
export const importRule = (random, probes) => random.pick(AT_RULES)(quoted(random, probes.inCss()), random)

/**
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 */
export const declarations = (random, probes) =>
  random
    .list(1, 3, () =>
      random.happens(0.12)
        ? random.pick(NOISE)
        : `${random.pick(PROPERTIES)}${random.pick([':', ':', ': ', '/**/:', ' :\n'])}${value(random, probes)}`,
    )
    .join(random.pick([';', ';', ';', ' ; ', ';;']))

/**
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 * @returns {string}
 */
const value = (random, probes) => {
  const address = probes.inCss()
  const inner = random.pick([
    () =>
      `${random.pick(URL_NAMES)}(${random.pick(['', ' ', '\n', '\t'])}${unquoted(random, address)}${random.pick(['', ' ', '\n'])})`,
    () => `${random.pick(URL_NAMES)}(${quoted(random, address)})`,
    () => `image-set(${quoted(random, address)} 1x)`,
    () => `-webkit-image-set(url(${unquoted(random, address)}) 1x)`,
    () => `image-set(var(--none, ${quoted(random, address)}) 1x)`,
    () => `image-set(var(${random.pick(CUSTOM)}) 1x)`,
    () => `var(${random.pick(CUSTOM)})`,
    () => quoted(random, address),
    () => `src(${quoted(random, address)})`,
    () => `cross-fade(url(${unquoted(random, address)}), url(a.png), 50%)`,
    () => `-webkit-cross-fade(url(a.png), ${quoted(random, address)}, 50%)`,
    () => `image(${quoted(random, address)})`,
    () => `if(else: url(${unquoted(random, address)}))`,
    () => `image-set(if(else: ${quoted(random, address)}) 1x)`,
    () => `attr(title type(<url>), url(${unquoted(random, address)}))`,
    () => `image-set(attr(title, ${quoted(random, address)}) 1x)`,
    () => `image-set(--f() 1x)`,
    () => `url(a.png), url(${unquoted(random, address)})`,
    () => `(${quoted(random, address)})`,
    () => `url(${unquoted(random, address)}`,
    () => `url(a'a)url(${unquoted(random, address)})`,
  ])()
  return random.happens(0.1) ? `${random.pick(NOISE)}${inner}` : inner
}

/**
 * @param {import('./random.mjs').Random} random
 * @param {string} text
 */
const quoted = (random, text) => {
  const quote = random.pick(['"', "'"])
  return `${quote}${random.happens(0.06) ? text.replace('//', '/\\\n/') : text}${quote}`
}

/**
 * @param {import('./random.mjs').Random} random
 * @param {string} text
 */
const unquoted = (random, text) => (random.happens(0.04) ? text.replace('/', '/**/') : text)

const SELECTORS = [
  '*',
  'body',
  '.x',
  'p',
  'rect',
  '*::before',
  ':root',
  '&',
  '.y',
  ':not(.y)',
  '[href^="//"]',
]
const CUSTOM = ['--a', '--b', '--c']
const PROPERTIES = [
  ...[
    'background',
    'background-image',
    'list-style-image',
    'content',
    'border-image',
    'mask',
    'filter',
    'cursor',
  ],
  ...[
    'shape-outside',
    'fill',
    'clip-path',
    'offset-path',
    '--a',
    '--b',
    '--c',
    '--A',
    '-webkit-mask-image',
    'all',
  ],
  ...[
    'b\\61 ckground',
    'BACKGROUND',
    'src',
    'behavior',
    'marker',
    'background-color',
    'initial-value',
    'result',
  ],
]
const URL_NAMES = [
  'url',
  'url',
  'url',
  'URL',
  '\\75rl',
  'u\\72 l',
  '\\000075\\000072\\00006C ',
  'ur\\l',
  'url/**/',
]
/** @type {readonly ((text: string, random: import('./random.mjs').Random) => string)[]} */
const AT_RULES = [
  (text) => `@import ${text};`,
  (text) => `@import url(${text}) all;`,
  (text) => `@IMPORT${text};`,
  (text) => `@\\69mport ${text};`,
  (text) => `@import/**/${text} layer(a) supports(display:grid);`,
  (text) => `@layer a;@import ${text};`,
  (text) => `@import ${text.slice(1, -1)};`,
  (text) => `@import \\${text};`,
  (text) => `@import "\\${text.slice(1)};`,
  (text) => `@import url(\\${text.slice(1, -1)}) screen;`,
  (text) => `@charset "utf-8";@import ${text}`,
  (text) => `@import src(${text});`,
  (text) => `@font-face{font-family:F;src:url(${text})}*{font-family:F}`,
  (text) => `@font-face{font-family:F;src:local("F"),url(${text})format("woff2")}*{font-family:F}`,
  (text, random) => `@property ${random.pick(CUSTOM)}{syntax:"*";inherits:true;initial-value:${text}}`,
  (text, random) =>
    `@property ${random.pick(CUSTOM)}{syntax:"<image>";inherits:true;initial-value:url(${text})}`,
  (text) => `@function --f(){result:${text}}`,
  (text) => `@function --f(--g:${text}){result:var(--g)}`,
  (text) => `@namespace a url(${text});`,
  (text) => `@counter-style c{system:cyclic;symbols:url(${text})}*{list-style:c}`,
  (text) => `@keyframes k{from{background:url(${text})}}*{animation:k 1s}`,
  (text) => `@view-transition{types:${text}}`,
  (text) => `@page{background:url(${text})}`,
  (text) => `@scope(:root){:scope{background:url(${text})}}`,
  (text) => `@starting-style{*{background:url(${text})}}`,
]
const BLOCKS = [
  '@media all',
  '@supports(display:grid)',
  '@layer b',
  '@container(min-width:1px)',
  '@media not all',
  'p',
  '@unknown',
]
const NOISE = [
  ...[
    '/*',
    '*/',
    '/* */',
    '"',
    "'",
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    ';',
    ':',
    '!',
    '\\',
    '\\\n',
    '\n',
    '\r\n',
    '\f',
  ],
  ...[
    '<!--',
    '-->',
    '@',
    '#',
    '@media',
    '"a',
    'url(',
    'url("',
    "url(a'a)",
    '\\75rl(x"x)',
    '\\75rl(x/*x)',
    '\0',
    '\ufeff',
  ],
  ...['u+1-2', '--', '1e3', '!important', '<', '&', 'a:b', '}}', '@import', ',', 'var(', 'image-set('],
]
