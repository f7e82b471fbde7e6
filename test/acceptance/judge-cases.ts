/**
 * Pages that try to load something from beyond their own folder, in every way we know a browser to have. HOST
 * stands for a host of the case's own, ROOT for a root-relative path of its own. A case whose request a
 * browser never makes does not fail: the browser is tried first.
 */
export interface JudgeCase {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
}

const page = (name: string, body: string, more: Readonly<Record<string, string>> = {}): JudgeCase => ({
  name,
  files: {
    'index.html': `<!doctype html><html><head><meta charset="utf-8"><title>x</title></head><body>${body}</body></html>`,
    ...more,
  },
})
const css = (name: string, rules: string): JudgeCase =>
  page(`css: ${name}`, '<link rel="stylesheet" href="a.css"><p class="x" id="x">text</p>', { 'a.css': rules })
const style = (name: string, declarations: string): JudgeCase =>
  page(`style attribute: ${name}`, `<p style="${declarations}">text</p>`)
const SVG =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="50" height="50"'
/** An SVG file is a document of its own: as a picture it loads nothing, opened by itself it does. */
const svg = (name: string, content: string, prolog = ''): JudgeCase => ({
  name: `svg: ${name}`,
  files: {
    'index.svg': `${prolog}<svg ${SVG}>${content}</svg>`,
    'index.html': '<!doctype html><title>x</title>',
  },
})

/** Tags of which a browser's preload scanner may take another attribute than its tree. */
const DUPLICATES: readonly (readonly [string, string])[] = [
  ['img src, first empty', '<img src="" src="https://HOST/a.png">'],
  ['img src, first blank', '<img src=" " src="https://HOST/a.png">'],
  ['img srcset, first empty', '<img srcset="" srcset="https://HOST/a.png 1x">'],
  ['source srcset', '<picture><source srcset="" srcset="https://HOST/a.png"><img></picture>'],
  [
    'source srcset, no picture in the first',
    '<picture><source srcset="a.png 1q" srcset="https://HOST/a.png"><img></picture>',
  ],
  [
    'preload href of a stylesheet',
    '<link rel="stylesheet preload" as=image href="a.css" href="https://HOST/a.png">',
  ],
  ['script src, first empty', '<script src="" src="https://HOST/a.js"></script>'],
  ['script src, first without a value', '<script src src="https://HOST/a.js"></script>'],
  ['stylesheet href, first empty', '<link rel=stylesheet href="" href="https://HOST/a.css">'],
  ['preload href', '<link rel=preload as=image href="a.png" href="https://HOST/a.png">'],
  ['modulepreload href', '<link rel=modulepreload href="" href="https://HOST/a.js">'],
  ['video poster', '<video poster="" poster="https://HOST/a.png"></video>'],
  ['input src', '<input type=image src="" src="https://HOST/a.png">'],
  ['svg image href', '<svg><image href="a.png" href="https://HOST/a.png"/></svg>'],
  ['svg script href', '<svg><script href="a.js" href="https://HOST/a.js"></script></svg>'],
  ['link rel', '<link rel="" rel=stylesheet href="https://HOST/a.css">'],
  ['body background', '<body background="" background="https://HOST/a.png">'],
]

export const JUDGE_CASES: readonly JudgeCase[] = [
  // Attributes and schemes, 2.8
  page('img src https', '<img src="https://HOST/a.png">'),
  page('img src http', '<img src="http://HOST/a.png">'),
  page('img src protocol-relative', '<img src="//HOST/a.png">'),
  page('img src upper-case scheme', '<img src="HTTPS://HOST/a.png">'),
  page('img src with a space before', '<img src="  https://HOST/a.png">'),
  page('img src with a tab inside the scheme', '<img src="ht&#9;tps://HOST/a.png">'),
  page('img src with a line break inside the scheme', '<img src="ht&#10;tps:/&#13;/HOST/a.png">'),
  page('img src with a control character before', '<img src="&#1;https://HOST/a.png">'),
  page('img src with backslashes', '<img src="\\\\HOST/a.png">'),
  page('img src scheme with backslashes', '<img src="https:\\\\HOST\\a.png">'),
  page('img src slash and backslash', '<img src="/\\HOST/a.png">'),
  page('img src scheme without slashes', '<img src="https:HOST/a.png">'),
  page('img src scheme with one slash', '<img src="https:/HOST/a.png">'),
  page('img src http scheme without slashes', '<img src="http:HOST/a.png">'),
  page('img src scheme with many slashes', '<img src="https:////HOST/a.png">'),
  page('img src three slashes', '<img src="///HOST/a.png">'),
  page('img src with user', '<img src="https://user@HOST/a.png">'),
  page('img src entities', '<img src="&#104;ttps://HOST/a.png">'),
  page('img src unquoted', '<img src=https://HOST/a.png>'),
  page('img src root-relative', '<img src="ROOT">'),
  page('img src backslash root-relative', '<img src="\\ROOT">'),
  page('img src climbs out', '<img src="../../ROOTNAME">'),
  page('img src climbs out encoded', '<img src="%2e%2e/%2e%2e/ROOTNAME">'),
  page('img srcset', '<img srcset="https://HOST/a.png 1x">'),
  page('img srcset second candidate', '<img srcset="a.png 9x, https://HOST/a.png 1x">'),
  page('img srcset comma without space', '<img srcset="data:,x 9x,https://HOST/a.png 1x">'),
  page('img srcset root-relative', '<img srcset="ROOT 1x">'),
  page('img srcset form feed', '<img srcset="\fhttps://HOST/a.png\f1x">'),
  page('picture source', '<picture><source srcset="https://HOST/a.png"><img></picture>'),
  page('image element', '<image src="https://HOST/a.png">'),
  page('audio src', '<audio src="https://HOST/a.mp3" preload="auto"></audio>'),
  page('video poster', '<video poster="https://HOST/a.png"></video>'),
  page('video source', '<video preload="auto"><source src="https://HOST/a.mp4" type="video/mp4"></video>'),
  page('video track', '<video src="a.mp4"><track default kind="captions" src="https://HOST/a.vtt"></video>'),
  page('script src', '<script src="https://HOST/a.js"></script>'),
  page('module script', '<script type="module" src="https://HOST/a.js"></script>'),
  page('svg script href', '<svg><script href="https://HOST/a.js"></script></svg>'),
  page('svg script xlink', '<svg><script xlink:href="https://HOST/a.js"></script></svg>'),
  page('svg image href', '<svg><image href="https://HOST/a.png" width="9" height="9"/></svg>'),
  page('svg image xlink:href', '<svg><image xlink:href="https://HOST/a.png" width="9" height="9"/></svg>'),
  page(
    'svg feImage',
    '<svg width="9" height="9"><filter id="f"><feImage href="https://HOST/a.png"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>',
  ),
  page('svg use', '<svg><use href="https://HOST/a.svg#x"/></svg>'),
  page(
    'svg set on an image',
    '<svg><image width="9" height="9"><set attributeName="href" to="https://HOST/a.png"/></image></svg>',
  ),
  page(
    'svg animate values',
    '<svg><image width="9" height="9"><animate attributeName="href" values="https://HOST/a.png;https://HOST/b.png" dur="1s"/></image></svg>',
  ),
  page(
    'svg presentation attribute',
    '<svg><rect width="9" height="9" fill="url(https://HOST/a.svg#x)"/></svg>',
  ),
  page(
    'svg presentation attribute escaped',
    '<svg><rect width="9" height="9" mask="\\75rl(https://HOST/a.svg#x)"/></svg>',
  ),
  page(
    'svg cursor attribute',
    '<svg><rect width="9" height="9" cursor="url(https://HOST/a.png), auto"/></svg>',
  ),
  page('input image', '<input type="image" src="https://HOST/a.png">'),
  page('body background', '', {}),
  page('table background', '<table background="https://HOST/a.png"><tr><td>x</table>'),
  page('td background', '<table><tr><td background="//HOST/a.png">x</table>'),
  page('object data', '<object data="https://HOST/a.html"></object>'),
  page('embed src', '<embed src="https://HOST/a.html">'),
  page('iframe src', '<iframe src="https://HOST/"></iframe>'),
  page('iframe srcdoc', '<iframe srcdoc="<img src=https://HOST/a.png>"></iframe>'),
  page(
    'iframe inside template markup of a script',
    '<script>document.body.insertAdjacentHTML("beforeend", "<b>x</b>")</script>',
  ),
  page('link stylesheet', '<link rel="stylesheet" href="https://HOST/a.css">'),
  page('link alternate stylesheet', '<link rel="alternate stylesheet" title="x" href="https://HOST/a.css">'),
  page('link icon', '<link rel="icon" href="https://HOST/a.png">'),
  page('link preload', '<link rel="preload" as="image" href="https://HOST/a.png">'),
  page('link preload imagesrcset', '<link rel="preload" as="image" imagesrcset="https://HOST/a.png 1x">'),
  page('link modulepreload', '<link rel="modulepreload" href="https://HOST/a.js">'),
  page('link preconnect', '<link rel="preconnect" href="https://HOST/">'),
  page('link preconnect upper case', '<link rel="PRECONNECT" href="https://HOST/">'),
  page('link preconnect among others', '<link rel="x preconnect" href="https://HOST/">'),
  page('link prefetch', '<link rel="prefetch" href="https://HOST/a">'),
  page('link manifest', '<link rel="manifest" href="https://HOST/a.json">'),
  page('link in the body, mixed case', '<LiNk ReL=StyleSheet HrEf=https://HOST/a.css>'),
  page('meta refresh', '<meta http-equiv="refresh" content="0;url=https://HOST/">'),
  page('meta refresh upper case', '<META HTTP-EQUIV="REFRESH" CONTENT="0; https://HOST/">'),
  page('base then relative', '<base href="https://HOST/"><img src="a.png">'),
  page(
    'import map',
    '<script type="importmap">{"imports":{"x":"https://HOST/a.js"}}</script><script type="module">import "x"</script>',
  ),
  page(
    'speculation rules',
    '<script type="speculationrules">{"prefetch":[{"source":"list","urls":["https://HOST/a"]}]}</script>',
  ),
  page('noscript mutation', '<noscript><p title="</noscript><img src=https://HOST/a.png>"></noscript>'),
  page(
    'noscript style mutation',
    '<noscript><style></noscript><img src=https://HOST/a.png></style></noscript>',
  ),
  page('comment that ends early', '<!--><img src="https://HOST/a.png">-->'),
  page('comment bang end', '<!-- --!><img src="https://HOST/a.png"> -->'),
  page('cdata in html', '<![CDATA[><img src="https://HOST/a.png">]]>'),
  page('cdata in svg', '<svg><![CDATA[><image href="https://HOST/x.png">]]></svg>'),
  // What the preload scanner takes for a tag, and the tree for a comment or a text
  ...['title', 'style', 'textarea', 'xmp', 'noembed', 'noframes', 'script'].flatMap((name) => [
    page(`preload scanner: ${name} in svg`, `<svg><${name}><!--</${name}><img src="//HOST/a.png">--></svg>`),
    page(
      `preload scanner: ${name} in math`,
      `<math><${name}><!--</${name}><img src="//HOST/a.png">--></math>`,
    ),
    page(
      `preload scanner: ${name} that ends in an attribute`,
      `<svg><${name}><a title="</${name}><img src='//HOST/a.png'>"></a></svg>`,
    ),
  ]),
  page('preload scanner: an import without quotes', '<style>@import //HOST/a.css;</style>'),
  page('preload scanner: an import with escapes', '<style>@import \\"ROOT";</style>'),
  page('preload scanner: a second source', '<img src="" src="//HOST/a.png">'),
  page(
    'preload scanner: from where a script is waited for',
    '<svg><xmp><script href="none.js"></script><title><!--</title><img src="//HOST/a.png">--></svg>',
  ),
  page('title rawtext', '<title><img src="x.png"></title><img src="https://HOST/a.png">'),
  page('textarea is text', '<textarea><img src="https://HOST/a.png"></textarea>'),
  page(
    'template content is inert until used',
    '<template id="t"><img src="https://HOST/a.png"></template><script>document.body.append(document.getElementById("t").content.cloneNode(true))</script>',
  ),
  page(
    'declarative shadow root',
    '<div><template shadowrootmode="open"><img src="https://HOST/a.png"></template></div>',
  ),
  page('svg foreignObject', '<svg><foreignObject><img src="https://HOST/a.png"></foreignObject></svg>'),
  page(
    'math annotation',
    '<math><annotation-xml encoding="text/html"><img src="https://HOST/a.png"></annotation-xml></math>',
  ),
  page('mtext mglyph', '<math><mtext><table><mglyph><style><img src="https://HOST/a.png">'),
  page('duplicate attribute', '<img src="https://HOST/a.png" src="a.png">'),
  page('duplicate attribute after another', '<img src="a.png" src="https://HOST/a.png">'),
  ...DUPLICATES.map(([name, tag]) => page(`duplicate attribute: ${name}`, tag)),
  page('attribute after a slash', '<img/src="https://HOST/a.png">'),
  page('null in the tag', '<img\u0000 src="https://HOST/a.png">'),
  page('unclosed attribute at the end', '<img src="https://HOST/a.png'),
  page('form feed between attributes', '<img\fsrc="https://HOST/a.png">'),
  page('xml namespace prefix', '<svg:image href="https://HOST/a.png"></svg:image>'),
  {
    name: 'body background attribute',
    files: { 'index.html': '<!doctype html><body background="https://HOST/a.png">' },
  },
  {
    name: 'html manifest attribute',
    files: { 'index.html': '<!doctype html><html manifest="https://HOST/a.appcache">' },
  },
  {
    name: 'utf-16 byte order mark',
    files: { 'index.html': '\uFEFF<!doctype html><img src="https://HOST/a.png">' },
  },
  // Scripts whose text makes it certain
  page('fetch', '<script>fetch("https://HOST/a").catch(() => {})</script>'),
  page('fetch protocol-relative', '<script>fetch("//HOST/a").catch(() => {})</script>'),
  page('fetch in a file', '<script src="a.js"></script>', {
    'a.js': 'window.fetch(`https://HOST/a`).catch(() => {})',
  }),
  page('xhr', '<script>const x = new XMLHttpRequest(); x.open("GET", "https://HOST/a"); x.send()</script>'),
  page('dynamic import', '<script>import("https://HOST/a.js").catch(() => {})</script>'),
  page('static import', '<script type="module">import "https://HOST/a.js"</script>'),
  page('static import in a file', '<script type="module" src="a.mjs"></script>', {
    'a.mjs': 'export * from "https://HOST/a.js"',
  }),
  page('web socket', '<script>new WebSocket("wss://HOST/")</script>'),
  page('event source', '<script>new EventSource("https://HOST/")</script>'),
  page('send beacon', '<script>navigator.sendBeacon("https://HOST/", "x")</script>'),
  page('worker', '<script>new Worker("https://HOST/a.js")</script>'),
  page('event handler', '<img src="none.png" onerror="fetch(\'https://HOST/a\').catch(() => {})">'),
  page('window.open', '<script>window.open("https://HOST/")</script>'),
  // CSS by its tokens
  ...['a.txt', 'a.json', 'a.svg', 'a.js'].map(
    (path): JudgeCase => ({
      name: `css: @import of ${path} without a doctype`,
      files: {
        'index.html': `<style>@import "${path}";</style>`,
        [path]: '@import "https://HOST/a.css";',
      },
    }),
  ),
  css('url', '.x { background: url(https://HOST/a.png) }'),
  css('url quoted', '.x { background: url("https://HOST/a.png") }'),
  css('url upper case', '.x { background: URL(https://HOST/a.png) }'),
  css('url escaped name', '.x { background: \\75rl(https://HOST/a.png) }'),
  css('url escaped scheme', '.x { background: url(\\68ttps://HOST/a.png) }'),
  css('url with spaces and comments', '.x { background: url(   https://HOST/a.png   ) /* x */ }'),
  css('url protocol-relative', '.x { background: url(//HOST/a.png) }'),
  css('url root-relative', '.x { background: url(ROOT) }'),
  css('url backslashes', '.x { background: url(\\\\\\\\HOST/a.png) }'),
  css('url unclosed at the end', '.x { background: url(https://HOST/a.png'),
  css('url string unclosed at the end', '.x { background: url("https://HOST/a.png'),
  css('image-set string', '.x { background: image-set("https://HOST/a.png" 1x) }'),
  css('-webkit-image-set', '.x { background: -webkit-image-set(url(https://HOST/a.png) 1x) }'),
  css('image-set string root-relative', '.x { background: image-set("ROOT" 1x) }'),
  css(
    'cross-fade',
    '.x { background: -webkit-cross-fade(url(https://HOST/a.png), url(https://HOST/b.png), 50%) }',
  ),
  css('src()', '.x { background: src("https://HOST/a.png") }'),
  css('custom property', '.x { --u: url(https://HOST/a.png); background: var(--u) }'),
  css('custom property image-set', '.x { --u: image-set("https://HOST/a.png" 1x); background: var(--u) }'),
  css('import string', '@import "https://HOST/a.css";'),
  css('import url', '@import url(https://HOST/a.css);'),
  css('import escaped', '@\\69mport "https://HOST/a.css";'),
  css('import after layer', '@layer a; @import "https://HOST/a.css";'),
  css(
    'import after charset',
    '@charset "utf-8"; @import "//HOST/a.css" layer(x) supports(display: grid) screen;',
  ),
  css('import too late', '.x { color: red } @import "https://HOST/a.css";'),
  css('import root-relative', '@import "ROOT";'),
  css('font-face', '@font-face { font-family: F; src: url(https://HOST/a.woff2) } .x { font-family: F }'),
  css('namespace', '@namespace url(https://HOST/ns);'),
  css('cursor', '.x { cursor: url(https://HOST/a.cur), auto }'),
  css(
    'list-style, content, mask, border',
    '.x::before { content: url(https://HOST/a.png) } .x { mask: url(https://HOST/b.svg#m); border-image: url(https://HOST/c.png) 1 }',
  ),
  css('nested rule', '.x { &:not(.y) { background: url(https://HOST/a.png) } }'),
  css(
    'inside media and supports',
    '@media all { @supports (display: grid) { .x { background: url(https://HOST/a.png) } } }',
  ),
  css('after a bad declaration', '.x { color: ; ; broken !; background: url(https://HOST/a.png) }'),
  css(
    'after an unclosed block',
    '.y { { } .x { background: url(https://HOST/a.png) } } .x { background: url(https://HOST/b.png) }',
  ),
  css('comment is no url', '/* url(https://HOST/a.png) */ .x { color: red }'),
  css('string is no url', '.x::before { content: "url(https://HOST/a.png)" }'),
  css(
    'property initial value',
    '@property --p { syntax: "<image>"; inherits: false; initial-value: url(https://HOST/a.png) } .x { background: var(--p) }',
  ),
  css('attr with type', '.x { background: attr(title type(<url>)) }'),
  css('paint after shape-outside', '.x { float: left; shape-outside: url(https://HOST/a.png) }'),
  css('filter', '.x { filter: url(https://HOST/a.svg#f) }'),
  css('cdo and cdc', '<!-- .x { background: url(https://HOST/a.png) } -->'),
  css('byte order mark', '\uFEFF.x { background: url(https://HOST/a.png) }'),
  page('style element', '<style>body { background: url(https://HOST/a.png) }</style>'),
  page(
    'style element in svg',
    '<svg><style>rect { fill: url(https://HOST/a.svg#x) }</style><rect width="9" height="9"/></svg>',
  ),
  page('style element entities in svg', '<svg><style>@import &quot;https://HOST/a.css&quot;;</style></svg>'),
  page(
    'style element in noscript',
    '<noscript><style>body { background: url(https://HOST/a.png) }</style></noscript>',
  ),
  style('url', 'background: url(https://HOST/a.png)'),
  style('quoted by entities', 'background: url(&quot;https://HOST/a.png&quot;)'),
  style('escaped', 'background: u\\72l(https://HOST/a.png)'),
  style('image-set', "background: image-set('https://HOST/a.png' 1x)"),
  style('root-relative', 'background: url(ROOT)'),
  // SVG documents
  svg('image', '<image href="https://HOST/a.png" width="9" height="9"/>'),
  svg('image xlink', '<image xlink:href="https://HOST/a.png" width="9" height="9"/>'),
  svg(
    'image with another prefix',
    '<image xmlns:q="http://www.w3.org/1999/xlink" q:href="https://HOST/a.png" width="9" height="9"/>',
  ),
  svg('script', '<script>fetch("https://HOST/a")</script>'),
  svg(
    'script in a prefixed element',
    '<s:script xmlns:s="http://www.w3.org/2000/svg">fetch("https://HOST/a")</s:script>',
  ),
  svg('script href', '<script href="https://HOST/a.js"/>'),
  svg('html script', '<h:script xmlns:h="http://www.w3.org/1999/xhtml" src="https://HOST/a.js"></h:script>'),
  svg('html image', '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="https://HOST/a.png"/>'),
  svg(
    'html iframe in foreignObject',
    '<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://HOST/"/></foreignObject>',
  ),
  svg('onload', '<rect width="9" height="9"/><image href="none.png" onerror="fetch(\'https://HOST/a\')"/>'),
  svg('style element', '<style>rect { fill: url(https://HOST/a.svg#x) }</style><rect width="9" height="9"/>'),
  svg('style import', '<style>@import "https://HOST/a.css";</style>'),
  svg('style in cdata', '<style><![CDATA[@import "https://HOST/a.css";]]></style>'),
  svg('style attribute', '<rect width="9" height="9" style="filter: url(https://HOST/a.svg#x)"/>'),
  svg('fill', '<rect width="9" height="9" fill="url(https://HOST/a.svg#x)"/>'),
  svg('set', '<image width="9" height="9"><set attributeName="href" to="https://HOST/a.png"/></image>'),
  svg(
    'animate from',
    '<image width="9" height="9"><animate attributeName="href" from="https://HOST/a.png" to="https://HOST/b.png" dur="9s"/></image>',
  ),
  svg(
    'animate xlink:href',
    '<image width="9" height="9"><set attributeName="xlink:href" to="https://HOST/a.png"/></image>',
  ),
  svg('use', '<use href="https://HOST/a.svg#x"/>'),
  svg(
    'feImage',
    '<filter id="f"><feImage href="https://HOST/a.png"/></filter><rect width="9" height="9" filter="url(#f)"/>',
  ),
  svg(
    'entity',
    '<image href="&u;" width="9" height="9"/>',
    '<!DOCTYPE svg [<!ENTITY u "https://HOST/a.png">]>',
  ),
  svg(
    'entity of entities',
    '<image href="&u;" width="9" height="9"/>',
    '<!DOCTYPE svg [<!ENTITY a "https:"><!ENTITY u "&a;//HOST/a.png">]>',
  ),
  svg(
    'entity with an element',
    '&e;',
    "<!DOCTYPE svg [<!ENTITY e \"<image xmlns='http://www.w3.org/2000/svg' href='https://HOST/a.png' width='9' height='9'/>\">]>",
  ),
  svg(
    'attlist default',
    '<image width="9" height="9"/>',
    '<!DOCTYPE svg [<!ATTLIST image href CDATA "https://HOST/a.png">]>',
  ),
  svg('external entity', '&e;', '<!DOCTYPE svg [<!ENTITY e SYSTEM "https://HOST/a.xml">]>'),
  svg('external subset', '', '<!DOCTYPE svg SYSTEM "https://HOST/a.dtd">'),
  svg('xml-stylesheet', '<rect width="9" height="9"/>', '<?xml-stylesheet href="https://HOST/a.css"?>'),
  svg(
    'xml-stylesheet with a reference',
    '<rect width="9" height="9"/>',
    '<?xml-stylesheet href="&#104;ttps://HOST/a.css" type="text/css"?>',
  ),
  svg(
    'xml-stylesheet with an address in its title',
    '<rect width="9" height="9"/>',
    '<?xml-stylesheet title="href=\'a.css\'" href="https://HOST/a.css"?>',
  ),
  svg('transformed by a sibling', '<rect/>', '<?xml-stylesheet type="text/xsl" href="index.svg"?>'),
  svg(
    'entity in a comment',
    '<!-- &u; --><image href="//HOST/a.png" width="9" height="9"/><!-- -->',
    '<!DOCTYPE svg [<!ENTITY u "--&#38;#62;">]>',
  ),
  svg(
    'notation that hides an attribute list',
    '<image width="9" height="9"/>',
    `<!DOCTYPE svg [<!NOTATION n SYSTEM "'"><!ATTLIST image href CDATA "https://HOST/a.png"><!NOTATION m SYSTEM "'">]>`,
  ),
  svg(
    'bracket in an external identifier',
    '<image width="9" height="9"/>',
    '<!DOCTYPE svg SYSTEM "http://www.w3.org/[" [<!ATTLIST image href CDATA "https://HOST/a.png">]>',
  ),
  svg(
    'string in a custom property',
    '<style>rect { --u: "https://HOST/a.png"; mask: image-set(var(--u) 1x) }</style><rect width="9" height="9"/>',
  ),
  svg(
    'string in the value of @property',
    '<style>@property --u { syntax: "*"; inherits: false; initial-value: "https://HOST/a.png" } rect { mask: image-set(var(--u) 1x) }</style><rect width="9" height="9"/>',
  ),
  svg(
    'refresh',
    '<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=https://HOST/"/>',
  ),
  svg(
    'srcdoc',
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;img src=https://HOST/a.png>"/></foreignObject>',
  ),
  svg('xml:base', '<g xml:base="https://HOST/"><image href="a.png" width="9" height="9"/></g>'),
  svg('root-relative', '<image href="ROOT" width="9" height="9"/>'),
  svg(
    'link element',
    '<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="https://HOST/a.css"/>',
  ),
  svg(
    'video',
    '<foreignObject width="9" height="9"><video xmlns="http://www.w3.org/1999/xhtml" src="https://HOST/a.mp4" preload="auto"/></foreignObject>',
  ),
  svg('cursor', '<rect width="9" height="9" cursor="url(https://HOST/a.png), auto"/>'),
  svg('mask by css escape', '<rect width="9" height="9" mask="\\75 rl(https://HOST/a.svg#x)"/>'),
  // CSS whose tokens a weak reader loses count of
  css(
    'escaped url with a quote in it',
    ".y { a: \\75rl(x'x) } .x { background: url(https://HOST/a.png) } .z { content: '}'",
  ),
  css(
    'escaped url with a comment in it',
    '.y { a: \\75rl(x/*x) } .x { background: url(https://HOST/a.png) } /* */',
  ),
  css('escaped url with a bracket in it', '.y { a: \\75rl(x(x) } .x { background: url(https://HOST/a.png) }'),
  css('url by an escaped letter', '.x { background: \\url(https://HOST/a.png) }'),
  css('url by six digits and a space', '.x { background: \\000055 \\000052 \\00004C (https://HOST/a.png) }'),
  css(
    'bad url, then a url',
    ".y { a: url(x'x) } .x { background: url(https://HOST/a.png) } .z { content: '}'",
  ),
  css('string with an escaped line break', '.x { background: url("ht\\\ntps://HOST/a.png") }'),
  css('url with an escaped line break', '.x { background: url(ht\\\ntps://HOST/a.png) }'),
  css('null in the scheme', '.x { background: url(ht\u0000tps://HOST/a.png) }'),
  css('tab in the scheme', '.x { background: url("ht\\9tps://HOST/a.png") }'),
  css('string in a custom property', '.x { --u: "https://HOST/a.png"; background: image-set(var(--u) 1x) }'),
  css(
    'string in a custom property, protocol-relative',
    '.x { --u: "//HOST/a.png"; background: image-set(var(--u) 1x) }',
  ),
  css('string in a custom property, root-relative', '.x { --u: "ROOT"; background: image-set(var(--u) 1x) }'),
  css('string in the fallback of var', '.x { background: image-set(var(--none, "https://HOST/a.png") 1x) }'),
  css('string in the fallback of var, root-relative', '.x { background: image-set(var(--none, "ROOT") 1x) }'),
  css(
    'string in the value of @property',
    '@property --u { syntax: "<string>"; inherits: false; initial-value: "https://HOST/a.png" } .x { background: image-set(var(--u) 1x) }',
  ),
  css('string in an if()', '.x { background: image-set(if(else: "https://HOST/a.png") 1x) }'),
  css(
    'string from a @function',
    '@function --f() { result: "https://HOST/a.png" } .x { background: image-set(--f() 1x) }',
  ),
  css('import with a comment', '@import/**/"https://HOST/a.css";'),
  css('import in upper case, url with modifiers', '@IMPORT URL("https://HOST/a.css" x);'),
  css('import src()', '@import src("https://HOST/a.css");'),
  css('import unclosed at the end', '@import "https://HOST/a.css'),
  css('import within a layer block', '@layer a { @import "https://HOST/a.css"; }'),
  css('import of data', '@import "data:text/css,@import%20%22https://HOST/a.css%22;";'),
  css('import of data in base64', `@import url(data:text/css;base64,${'QGltcG9ydCAiLy8'});`),
  css('scope, container, starting-style', '@scope (.x) { :scope { background: url(https://HOST/a.png) } }'),
  css(
    'view transition and counter style',
    '@counter-style c { system: cyclic; symbols: url(https://HOST/a.png) } .x { list-style: c; display: list-item }',
  ),
  css(
    'font-face local then url',
    '@font-face { font-family: F; src: local("None"), url("https://HOST/a.woff2") format("woff2") } .x { font-family: F }',
  ),
  css(
    'font-face with a range',
    '@font-face { font-family: F; unicode-range: u+0-ff; src: url("https://HOST/a.woff2") } .x { font-family: F }',
  ),
  css(
    'brackets that swallow a parenthesis',
    '.x { background: image-set([)"https://HOST/b.png"]) } .x { background: url(https://HOST/a.png) }',
  ),
  css(
    'offset-path, clip-path, backdrop-filter',
    '.x { clip-path: url(https://HOST/a.svg#c); backdrop-filter: url(https://HOST/b.svg#f) }',
  ),
  css('marker content', '.x { display: list-item } .x::marker { content: url(https://HOST/a.png) }'),
  // Attributes and elements beyond the usual
  page(
    'link stylesheet of data',
    '<link rel="stylesheet" href="data:text/css,@import%20%22https://HOST/a.css%22;">',
  ),
  page(
    'link stylesheet of data with an escaped scheme',
    '<link rel="stylesheet" href=" da&#9;ta:text/css,body{background:url(https://HOST/a.png)}">',
  ),
  page('script of data', '<script src="data:text/javascript,fetch(%22https://HOST/a%22)"></script>'),
  page(
    'module of data',
    '<script type="module" src="data:text/javascript,fetch(%22https://HOST/a%22)"></script>',
  ),
  page(
    'import of data in a module',
    '<script type="module">import "data:text/javascript,fetch(%22https://HOST/a%22)"</script>',
  ),
  page(
    'import map of data',
    '<script type="importmap">{"imports":{"x":"data:text/javascript,fetch(%22https://HOST/a%22)"}}</script><script type="module">import "x"</script>',
  ),
  page(
    'img of svg data',
    '<img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22><image href=%22https://HOST/a.png%22 width=%229%22 height=%229%22/></svg>">',
  ),
  page(
    'link icon of svg data',
    '<link rel="icon" href="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22><image href=%22https://HOST/a.png%22/></svg>">',
  ),
  page(
    'mask of svg data',
    '<p style="mask: url(\'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22><mask id=%22m%22><image href=%22https://HOST/a.png%22/></mask></svg>#m\')">x</p>',
  ),
  page(
    'svg use of data',
    '<svg><use href="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 id=%22x%22><image href=%22https://HOST/a.png%22/></svg>#x"/></svg>',
  ),
  page('link compression dictionary', '<link rel="compression-dictionary" href="https://HOST/a">'),
  page(
    'link expect, alternate, next',
    '<link rel="next" href="https://HOST/a"><link rel="alternate" href="https://HOST/b">',
  ),
  page('link dns-prefetch with a line break', '<link rel="x&#10;dns-prefetch" href="//HOST">'),
  page('link preload fetch', '<link rel="preload" as="fetch" crossorigin href="https://HOST/a.json">'),
  page(
    'link preload imagesrcset second',
    '<link rel="preload" as="image" href="a.png" imagesrcset="a.png 1x, //HOST/a.png 2x" imagesizes="100vw">',
  ),
  page('link with a media query', '<link rel="stylesheet" media="not all" href="https://HOST/a.css">'),
  page('link disabled', '<link rel="stylesheet" disabled href="https://HOST/a.css">'),
  page('meta refresh with a space', '<meta http-equiv=" refresh" content="0;url=https://HOST/">'),
  page(
    'meta refresh in a noscript',
    '<noscript><meta http-equiv="refresh" content="0;url=https://HOST/"></noscript>',
  ),
  page(
    'meta csp with a report',
    '<meta http-equiv="content-security-policy" content="img-src \'none\'; report-uri https://HOST/r"><img src="a.png">',
  ),
  page('meta link header', '<meta http-equiv="link" content="<https://HOST/a.css>; rel=stylesheet">'),
  page('input image srcset', '<input type="image" srcset="https://HOST/a.png 1x">'),
  page(
    'source srcset beside sizes',
    '<picture><source type="image/png" media="all" sizes="1px" srcset="a.png 1w,//HOST/a.png 9w"><img></picture>',
  ),
  page('srcset with parentheses', '<img srcset="a.png 1x(, https://HOST/b.png 1x), https://HOST/a.png 3x">'),
  page(
    'srcset with a comma in the url',
    '<img srcset="data:image/gif;base64,R0lGODlhAQABAAAAACw= 9x, https://HOST/a.png 1x">',
  ),
  page('video poster by a source', '<video><source src="https://HOST/a.webm"></video>'),
  page('audio source', '<audio preload="auto" autoplay><source src="//HOST/a.mp3"></audio>'),
  page('track without default', '<video><track kind="metadata" src="https://HOST/a.vtt" default></video>'),
  page(
    'bgsound, layer, applet',
    '<bgsound src="https://HOST/a.mp3"><applet archive="https://HOST/a.jar" code="x"></applet>',
  ),
  page('frameset', '</body><frameset><frame src="https://HOST/"></frameset>'),
  page(
    'object with a type and no data',
    '<object type="text/html"><param name="src" value="https://HOST/"></object>',
  ),
  page('portal', '<portal src="https://HOST/"></portal>'),
  page('fencedframe', '<fencedframe src="https://HOST/"></fencedframe>'),
  page(
    'declarative shadow root, closed, with style',
    '<div><template shadowrootmode="closed"><style>:host { background: url(https://HOST/a.png) }</style></template></div>',
  ),
  page(
    'nested declarative shadow roots',
    '<div><template shadowrootmode="open"><p><template shadowrootmode="open"><img src="https://HOST/a.png"></template></p></template></div>',
  ),
  page(
    'shadow root with an adopted style',
    '<div><template shadowrootmode="open" shadowrootadoptedstylesheets="x"><p>x</p></template></div>',
  ),
  page(
    'script in a template',
    '<template shadowrootmode="open"><script src="https://HOST/a.js"></script></template>',
  ),
  page(
    'style module',
    '<style type="module" specifier="x">.x { background: url(https://HOST/a.png) }</style><p class="x">x</p>',
  ),
  page(
    'select with a picture',
    '<select><button><selectedcontent></selectedcontent></button><option><img src="https://HOST/a.png">x</option></select>',
  ),
  page('select, then a picture', '<select><img src="https://HOST/a.png"></select>'),
  page('table foster parenting', '<table><img src="https://HOST/a.png"><tr><td>x</table>'),
  page('plaintext', '<plaintext><img src="https://HOST/a.png">'),
  page(
    'xmp and listing',
    '<xmp><img src="https://HOST/a.png"></xmp><listing><img src="https://HOST/b.png"></listing>',
  ),
  page(
    'noembed and noframes',
    '<noembed><img src="https://HOST/a.png"></noembed><noframes><img src="https://HOST/b.png"></noframes>',
  ),
  page('noembed that ends early', '<noembed><p title="</noembed><img src=https://HOST/a.png>"></noembed>'),
  page(
    'script double escaped',
    '<script><!--<script></script><img src="https://HOST/a.png">--></script><img src="https://HOST/b.png">',
  ),
  page('processing instruction', '<?x ><img src="https://HOST/a.png">?>'),
  page('conditional comment, revealed', '<![if !IE]><img src="https://HOST/a.png"><![endif]>'),
  page(
    'math href and image',
    '<math href="https://HOST/a"><mi>x</mi></math><math><mglyph src="https://HOST/a.png"/></math>',
  ),
  page('math breakout', '<math><mtext></p><img src="https://HOST/a.png"></mtext></math>'),
  page('svg breakout by font', '<svg><font color="x"><img src="https://HOST/a.png"></font></svg>'),
  page('svg title is html', '<svg><title><img src="https://HOST/a.png"></title></svg>'),
  page(
    'svg desc with style',
    '<svg><desc><style>body { background: url(https://HOST/a.png) }</style></desc></svg>',
  ),
  page('svg style with a child', '<svg><style>@import "https://<b/>HOST/a.css";</style></svg>'),
  page('svg style in pieces', '<svg><style>@import "<!-- -->https://HOST/a.css";</style></svg>'),
  page(
    'svg mask attribute with image-set',
    '<svg><rect width="9" height="9" mask="image-set(\'https://HOST/a.png\' 1x)"/></svg>',
  ),
  page(
    'svg cursor attribute with image-set',
    '<svg width="90" height="90"><rect width="90" height="90" cursor="image-set(\'https://HOST/a.png\' 1x), auto"/></svg>',
  ),
  page(
    'svg set of a style attribute',
    '<svg><rect width="9" height="9"><set attributeName="mask" to="image-set(\'https://HOST/a.png\' 1x)"/></rect></svg>',
  ),
  page(
    'svg set with spaces about the name',
    '<svg><image width="9" height="9"><set attributeName=" href " to="https://HOST/a.png"/></image></svg>',
  ),
  page(
    'svg set by xlink prefix of its own',
    '<svg xmlns:q="http://www.w3.org/1999/xlink"><image width="9" height="9"><set attributeName="q:href" to="https://HOST/a.png"/></image></svg>',
  ),
  page(
    'svg set pointing elsewhere',
    '<svg><image id="i" width="9" height="9"/><set href="#i" attributeName="href" to="https://HOST/a.png"/></svg>',
  ),
  page(
    'svg animate by values with spaces',
    '<svg><image width="9" height="9"><animate attributeName="href" values=" a.png ; https://HOST/a.png " dur="1ms" fill="freeze"/></image></svg>',
  ),
  page(
    'svg discard and script type',
    '<svg><script type="text/plain" href="https://HOST/a.js"></script></svg>',
  ),
  page('svg link and meta', '<svg><link rel="stylesheet" href="https://HOST/a.css"/></svg>'),
  page('svg xlink in upper case', '<svg><image XLINK:HREF="https://HOST/a.png" width="9" height="9"/></svg>'),
  page(
    'svg filter functions',
    '<svg><rect width="9" height="9" filter="blur(1px) url(https://HOST/a.svg#f)"/></svg>',
  ),
  page(
    'svg markers',
    '<svg><path d="M0 0L9 9" marker-start="url(https://HOST/a.svg#m)" stroke="red"/></svg>',
  ),
  page(
    'style of an attribute in a math element',
    '<math style="background: url(https://HOST/a.png)"><mi>x</mi></math>',
  ),
  page('attribute with a null', '<img s\u0000rc="https://HOST/a.png" src\u0000="https://HOST/b.png">'),
  page('value with a null', '<img src="https://HO\u0000ST/a.png"><img src="\u0000https://HOST/a.png">'),
  page('value after line breaks and unquoted', '<img src=\n\thttps://HOST/a.png>'),
  page('value in back quotes', '<img src=`https://HOST/a.png`>'),
  page('fullwidth scheme', '<img src="ｈｔｔｐｓ://HOST/a.png">'),
  page('fullwidth slashes', '<img src="https:／／HOST/a.png"><img src="／／HOST/b.png">'),
  page('ideographic full stop', '<img src="//HOST。/a.png">'),
  page('reference without a semicolon', '<img src="https&#58//HOST/a.png">'),
  page('named references', '<img src="https&colon;&sol;&sol;HOST/a.png">'),
  page('tab references by name', '<img src="ht&Tab;tps:&NewLine;//HOST/a.png">'),
  page(
    'file and other schemes',
    '<img src="file://HOST/a.png"><img src="blob:https://HOST/x"><img src="filesystem:https://HOST/x">',
  ),
  page('view-source and intent', '<img src="view-source:https://HOST/a.png">'),
  page('climbs out with backslashes', '<img src="..\\..\\ROOTNAME">'),
  page('climbs out with tabs', '<img src=".&#9;./.&#9;./ROOTNAME">'),
  page('climbs out after going in', '<img src="a/../../../ROOTNAME">'),
  page('climbs out with a query', '<img src="../../ROOTNAME?x=1">'),
  page('same scheme without a host', '<img src="http:../../ROOTNAME">'),
  page('same scheme, root', '<img src="http:/ROOTNAME">'),
  page('css climbs out', '<p style="background: url(../../ROOTNAME)">x</p>'),
  page('srcset climbs out', '<img srcset="../../ROOTNAME 1x">'),
  page('fetch of a template', `<script>fetch(\`https://HOST/\${1}\`).catch(() => {})</script>`),
  page('fetch of a sum', '<script>fetch("https://" + "HOST/a").catch(() => {})</script>'),
  page('fetch of a URL object', '<script>fetch(new URL("https://HOST/a")).catch(() => {})</script>'),
  page('fetch of a request', '<script>fetch(new Request("https://HOST/a")).catch(() => {})</script>'),
  page('image constructor', '<script>new Image().src = "https://HOST/a.png"</script>'),
  page('audio constructor', '<script>new Audio("https://HOST/a.mp3").load()</script>'),
  page(
    'set attribute',
    '<script>const i = document.createElement("img"); i.setAttribute("src", "https://HOST/a.png")</script>',
  ),
  page(
    'font face constructor',
    '<script>new FontFace("F", "url(https://HOST/a.woff2)").load().catch(() => {})</script>',
  ),
  page('style by script', '<script>document.body.style.backgroundImage = "url(https://HOST/a.png)"</script>'),
  page('location', '<script>location.href = "https://HOST/"</script>'),
  page('location assigned', '<script>window.location = "https://HOST/"</script>'),
  page('location.assign and replace', '<script>location.assign("https://HOST/")</script>'),
  page(
    'form submitted by script',
    '<form action="https://HOST/"></form><script>document.forms[0].submit()</script>',
  ),
  page('web transport', '<script>try { new WebTransport("https://HOST/") } catch {}</script>'),
  page(
    'import with attributes',
    '<script type="module">import x from "https://HOST/a.json" with { type: "json" }</script>',
  ),
  page('shared worker of a blob', '<script>new SharedWorker("https://HOST/a.js")</script>'),
  page(
    'media source by script',
    '<video id="v"></video><script>document.getElementById("v").src = "https://HOST/a.mp4"</script>',
  ),
  // SVG documents, once more
  svg(
    'mask attribute with image-set',
    '<rect width="9" height="9" mask="image-set(\'https://HOST/a.png\' 1x)"/>',
  ),
  svg(
    'set of a mask',
    '<rect width="9" height="9"><set attributeName="mask" to="url(https://HOST/a.svg#m)"/></rect>',
  ),
  svg(
    'set of a mask by image-set',
    '<rect width="9" height="9"><set attributeName="mask" to="image-set(\'https://HOST/a.png\' 1x)"/></rect>',
  ),
  svg(
    'style with image-set',
    '<style>rect { mask: image-set("https://HOST/a.png" 1x) }</style><rect width="9" height="9"/>',
  ),
  svg('style in pieces', '<style>@import "<!-- -->https://HOST/a.css";</style>'),
  svg('style with an element in it', '<style>@import "https://<g/>HOST/a.css";</style>'),
  svg(
    'html style',
    '<style xmlns="http://www.w3.org/1999/xhtml">rect { mask: url(https://HOST/a.svg#m) }</style><rect width="9" height="9"/>',
  ),
  svg(
    'html link with srcset',
    '<img xmlns="http://www.w3.org/1999/xhtml" srcset="a.png 1x, https://HOST/a.png 2x"/>',
  ),
  svg(
    'html style attribute',
    '<p xmlns="http://www.w3.org/1999/xhtml" style="background: url(https://HOST/a.png)">x</p>',
  ),
  svg(
    'html meta refresh',
    '<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=https://HOST/"/>',
  ),
  svg(
    'html base',
    '<base xmlns="http://www.w3.org/1999/xhtml" href="https://HOST/"/><image href="a.png" width="9" height="9"/>',
  ),
  svg(
    'html template and shadow root',
    '<div xmlns="http://www.w3.org/1999/xhtml"><template shadowrootmode="open"><img src="https://HOST/a.png"/></template></div>',
  ),
  svg(
    'html iframe with srcdoc',
    '<iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;img src=https://HOST/a.png&gt;"/>',
  ),
  svg('html object', '<object xmlns="http://www.w3.org/1999/xhtml" data="https://HOST/a.html"/>'),
  svg('html video poster', '<video xmlns="http://www.w3.org/1999/xhtml" poster="https://HOST/a.png"/>'),
  svg('html body background', '<body xmlns="http://www.w3.org/1999/xhtml" background="https://HOST/a.png"/>'),
  svg(
    'html link imagesrcset',
    '<link xmlns="http://www.w3.org/1999/xhtml" rel="preload" as="image" imagesrcset="https://HOST/a.png 1x"/>',
  ),
  svg(
    'set of a link with another prefix',
    '<image width="9" height="9" xmlns:q="http://www.w3.org/1999/xlink"><set attributeName="q:href" to="https://HOST/a.png"/></image>',
  ),
  svg(
    'root in another namespace prefix',
    '<s:image xmlns:s="http://www.w3.org/2000/svg" s:href="x" href="https://HOST/a.png" width="9" height="9"/>',
  ),
  svg(
    'entity in an attribute of style',
    '<rect width="9" height="9" style="mask: &u;"/>',
    '<!DOCTYPE svg [<!ENTITY u "url(https://HOST/a.svg#m)">]>',
  ),
  svg(
    'entity declared twice',
    '<image href="&u;" width="9" height="9"/>',
    '<!DOCTYPE svg [<!ENTITY u "https://HOST/a.png"><!ENTITY u "a.png">]>',
  ),
  svg(
    'entity declared twice, the other way',
    '<image href="&u;" width="9" height="9"/>',
    '<!DOCTYPE svg [<!ENTITY u "a.png"><!ENTITY u "https://HOST/a.png">]>',
  ),
  svg(
    'entity by a comment',
    '<image href="&u;" width="9" height="9"/>',
    '<!DOCTYPE svg [<!-- <!ENTITY u "a.png"> --><!ENTITY u "https://HOST/a.png">]>',
  ),
  svg(
    'entity behind a processing instruction',
    '<image href="&u;" width="9" height="9"/>',
    '<!DOCTYPE svg [<?x <!ENTITY u "a.png"> ?><!ENTITY u "https://HOST/a.png">]>',
  ),
  svg(
    'entity of a quoted entity',
    '<image href="&u;" width="9" height="9"/>',
    '<!DOCTYPE svg [<!ENTITY v \'<!ENTITY u "a.png">\'><!ENTITY u "https://HOST/a.png">]>',
  ),
  svg(
    'stylesheet of data',
    '<rect width="9" height="9"/>',
    '<?xml-stylesheet href="data:text/css,@import%20%22https://HOST/a.css%22;"?>',
  ),
  svg(
    'transformed by itself',
    '<x:stylesheet id="s" version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:template match="/"><x:element name="image" namespace="http://www.w3.org/2000/svg"><x:attribute name="href">https://HOST/a.png</x:attribute></x:element></x:template></x:stylesheet>',
    '<?xml-stylesheet type="text/xsl" href="#s"?>',
  ),
  svg(
    'transformed by data',
    '',
    '<?xml-stylesheet type="text/xsl" href="data:text/xml,%3Cx:stylesheet version=%221.0%22 xmlns:x=%22http://www.w3.org/1999/XSL/Transform%22%3E%3Cx:template match=%22/%22%3E%3Cimg xmlns=%22http://www.w3.org/1999/xhtml%22 src=%22https://HOST/a.png%22/%3E%3C/x:template%3E%3C/x:stylesheet%3E"?>',
  ),
  svg(
    'cdata about markup',
    '<![CDATA[<image href="a.png"/>]]><image href="https://HOST/a.png" width="9" height="9"/>',
  ),
  svg(
    'encoding declared',
    '<image href="https://HOST/a.png" width="9" height="9"/>',
    '<?xml version="1.0" encoding="iso-2022-jp"?>',
  ),
  svg('xml 1.1', '<image href="https://HOST/a.png" width="9" height="9"/>', '<?xml version="1.1"?>'),
  svg(
    'font-face-uri',
    '<defs><font-face font-family="F"><font-face-src><font-face-uri href="https://HOST/a.woff"/></font-face-src></font-face></defs><text font-family="F">x</text>',
  ),
  svg(
    'mpath, textPath, gradient',
    '<linearGradient id="g" href="https://HOST/a.svg#g"/><rect width="9" height="9" fill="url(#g)"/><text><textPath href="https://HOST/b.svg#p">x</textPath></text>',
  ),
  {
    name: 'svg: broken, as a browser would still draw its start',
    files: {
      'index.svg': `<svg ${SVG}><image href="https://HOST/a.png" width="9" height="9"/><unclosed></svg>`,
      'index.html': '<!doctype html><title>x</title>',
    },
  },
  {
    name: 'charset: iso-2022-jp in a meta element',
    files: {
      'index.html':
        '<!doctype html><meta charset="iso-2022-jp"><p title="\u001b$B"><img src="https://HOST/a.png">\u001b(B"></p>',
    },
  },
  {
    name: 'charset: utf-7 in a meta element',
    files: {
      'index.html':
        '<!doctype html><meta http-equiv="content-type" content="text/html; charset=utf-7">+ADw-img src=+ACI-https://HOST/a.png+ACI-+AD4-',
    },
  },
  {
    name: 'charset: utf-16 in a meta element',
    files: { 'index.html': '<!doctype html><meta charset="utf-16"><img src="https://HOST/a.png">' },
  },
  {
    name: 'charset: of a stylesheet',
    files: {
      'index.html':
        '<!doctype html><link rel="stylesheet" charset="utf-16be" href="a.css"><p class="x">x</p>',
      'a.css': '@charset "utf-16be"; .x { background: url(https://HOST/a.png) }',
    },
  },
  {
    name: 'quirks: a stylesheet of another type',
    files: {
      'index.html': '<link rel="stylesheet" href="a.txt"><p class="x">x</p>',
      'a.txt': '.x { background: url(https://HOST/a.png) }',
    },
  },
  {
    name: 'a script of another type',
    files: {
      'index.html': '<!doctype html><script src="a.txt"></script><script src="a.json"></script>',
      'a.txt': 'fetch("https://HOST/a")',
      'a.json': 'fetch("https://HOST/b")',
    },
  },
  page('fetch as bundlers call it', '<script>(0, fetch)("https://HOST/a").catch(() => {})</script>'),
  page('fetch after something else', '<script>(fetch("https://HOST/a").catch(() => {}), String)(1)</script>'),
  page(
    'srcset by a script',
    '<img id="i"><script>document.getElementById("i").srcset = "https://HOST/a.png 1x"</script>',
  ),
  page(
    'poster by a script',
    '<video id="v"></video><script>document.getElementById("v").poster = "https://HOST/a.png"</script>',
  ),
  page(
    'module of JSON',
    '<script type="module">import x from "https://HOST/a.json" with { type: "json" }; console.log(x)</script>',
  ),
  page('meta refresh with a space', '<meta http-equiv=" refresh" content="0;url=https://HOST/">'),
  page('srcset behind a space that HTML does not know', '<img srcset="&nbsp;https://HOST/a.png 1x">'),
  css(
    'behind a selector with a URL',
    'a:not([href^="x"]), .x { background: image-set("https://HOST/a.png" 1x) }',
  ),
  css('behind an equals sign', '.x { background: image-set(= "https://HOST/a.png" 1x) }'),
  css(
    'custom property behind an equals sign',
    '.x { --u: = "https://HOST/a.png"; background: image-set(var(--u) 1x) }',
  ),
  css(
    'parameter of a @function',
    '@function --f(--u: "https://HOST/a.png") { result: image-set(var(--u) 1x) } .x { background: --f() }',
  ),
  svg(
    'behind many instructions',
    '<image href="https://HOST/a.png" width="9" height="9"/>',
    '<?a ?><!-- b -->'.repeat(40),
  ),
  svg(
    'nested deeply',
    `${'<g>'.repeat(300)}<image href="https://HOST/a.png" width="9" height="9"/>${'</g>'.repeat(300)}`,
  ),
  svg(
    'handler of an animation',
    '<image width="9" height="9"><set attributeName="href" begin="0s" to=" https://HOST/a.png "/></image>',
  ),
  {
    name: 'frameset page',
    files: { 'index.html': '<!doctype html><frameset><frame src="https://HOST/"></frameset>' },
  },
]
