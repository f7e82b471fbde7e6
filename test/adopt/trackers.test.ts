import { describe, expect, it } from 'vitest'
import { snippetOf } from '../../src/adopt/trackers.js'
import { adopt, bodyOf, page } from '../support/cases/adopted-game.js'

/** Snippets in the forms that their makers publish, shortened where they are data. */
const SNIPPETS = {
  gtag: "window.dataLayer = window.dataLayer || [];\nfunction gtag(){dataLayer.push(arguments);}\ngtag('js', new Date());\ngtag('config', 'G-1');",
  analytics:
    "(function(i,s,o,g,r,a,m){i['GoogleAnalyticsObject']=r;i[r]=i[r]||function(){(i[r].q=i[r].q||[]).push(arguments)},i[r].l=1*new Date();a=s.createElement(o),m=s.getElementsByTagName(o)[0];a.async=1;a.src=g;m.parentNode.insertBefore(a,m)})(window,document,'script','https://www.google-analytics.com/analytics.js','ga');ga('create', 'UA-1', 'auto');ga('send', 'pageview');",
  gaq: "var _gaq = _gaq || [];_gaq.push(['_setAccount', 'UA-1']);(function() {var ga = document.createElement('script'); ga.type = 'text/javascript'; ga.async = true;ga.src = ('https:' == document.location.protocol ? 'https://ssl' : 'http://www') + '.google-analytics.com/ga.js';var s = document.getElementsByTagName('script')[0]; s.parentNode.insertBefore(ga, s);})();",
  written:
    'var gaJsHost = (("https:" == document.location.protocol) ? "https://ssl." : "http://www.");document.write(unescape("%3Cscript src=\'" + gaJsHost + "google-analytics.com/ga.js\' type=\'text/javascript\'%3E%3C/script%3E"));',
  tagManager:
    "(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],j=d.createElement(s),dl=l!='dataLayer'?'&l='+l:'';j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i+dl;f.parentNode.insertBefore(j,f);})(window,document,'script','dataLayer','GTM-1');",
  pixel:
    "!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.callMethod?n.callMethod.apply(n,arguments):n.queue.push(arguments)};if(!f._fbq)f._fbq=n;n.push=n;n.loaded=!0;n.version='2.0';n.queue=[];t=b.createElement(e);t.async=!0;t.src=v;s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');fbq('init', '1');fbq('track', 'PageView');",
  plausible:
    'window.plausible = window.plausible || function() { (window.plausible.q = window.plausible.q || []).push(arguments) }',
  matomo:
    "var _paq = window._paq = window._paq || [];_paq.push(['trackPageView']);(function() {var u='//stats.example/';_paq.push(['setTrackerUrl', u+'matomo.php']);var d=document, g=d.createElement('script'), s=d.getElementsByTagName('script')[0];g.async=true; g.src=u+'matomo.js'; s.parentNode.insertBefore(g,s);})();",
  hotjar:
    "(function(h,o,t,j,a,r){h.hj=h.hj||function(){(h.hj.q=h.hj.q||[]).push(arguments)};h._hjSettings={hjid:1,hjsv:6};a=o.getElementsByTagName('head')[0];r=o.createElement('script');r.async=1;r.src=t+h._hjSettings.hjid+j+h._hjSettings.hjsv;a.appendChild(r);})(window,document,'https://static.hotjar.com/c/hotjar-','.js?sv=');",
  clarity:
    '(function(c,l,a,r,i,t,y){c[a]=c[a]||function(){(c[a].q=c[a].q||[]).push(arguments)};t=l.createElement(r);t.async=1;t.src="https://www.clarity.ms/tag/"+i;y=l.getElementsByTagName(r)[0];y.parentNode.insertBefore(t,y);})(window, document, "clarity", "script", "x");',
  baidu:
    'var _hmt = _hmt || [];(function() {var hm = document.createElement("script");hm.src = "https://hm.baidu.com/hm.js?1";var s = document.getElementsByTagName("script")[0]; s.parentNode.insertBefore(hm, s);})();',
  ads: '(adsbygoogle = window.adsbygoogle || []).push({});',
}

describe('the snippet of a counter in a page', () => {
  it.each(Object.entries(SNIPPETS))('goes: %s', (_, snippet) => {
    const { texts, told } = adopt({ 'index.html': page(`<p>x</p><script>${snippet}</script>`) })
    expect(bodyOf(texts['index.html'])).toBe('<p>x</p>')
    expect(told.map(([kind]) => kind)).toEqual(['removed'])
  })

  it.each([
    ['gtag', "gtag('event', 'won')", '<script>function gtag() {}</script>'],
    ['analytics', "window.ga('send', 'event')", '<script>function ga() {}</script>'],
    ['gaq', "_gaq.push(['_trackEvent'])", '<script>var _gaq = []</script>'],
    ['hotjar', 'hj("event")', '<script>function hj() {}</script>'],
  ] as const)('leaves what the game calls: %s', (name, call, stub) => {
    const { texts } = adopt({
      'index.html': page(`<script>${SNIPPETS[name]}</script>`),
      'game.js': call,
    })
    expect(bodyOf(texts['index.html'])).toBe(stub)
    expect(texts['game.js']).toBe(call)
  })

  it.each([
    // The game, with its counter in the same script.
    `${SNIPPETS.gtag}\nstartGame()`,
    `(function () { var score = 0; ${SNIPPETS.analytics} function draw() { requestAnimationFrame(draw) } draw() })()`,
    "ga('send', 'event', { hitCallback: function () { startGame() } })",
    '// a comment\nvar lives, score',
    'var lives = 3; function move() { lives -= 1 }',
    "fetch('https://www.google-analytics.com/collect').then(start)",
    'function go() { gtag("x") } go()',
    "push(['a'])",
    '',
  ])('is nothing else: %s', (script) => {
    expect(snippetOf(script, () => false)).toBe(null)
    expect(bodyOf(adopt({ 'index.html': page(`<script>${script}</script>`) }).texts['index.html'])).toBe(
      `<script>${script}</script>`,
    )
  })
})

describe('2.8: what leads to the web', () => {
  it.each([
    '<link rel="icon" href="https://example.com/icon.png">',
    '<link rel="shortcut icon" href="//example.com/favicon.ico">',
    '<link rel="apple-touch-icon" href="https://example.com/icon.png">',
    '<link rel="alternate" type="application/rss+xml" href="/feed.xml">',
    '<link rel="alternate" hreflang="de" href="https://example.com/de">',
    '<link rel="author" href="humans.txt">',
    '<link rel="preload" as="image" href="https://example.com/a.png">',
    '<noscript><img height="1" src="https://www.facebook.com/tr?id=1"></noscript>',
    '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-1"></iframe></noscript>',
    '<script defer src="https://static.cloudflareinsights.com/beacon.min.js"></script>',
    '<script async src="//stats.example/matomo.js"></script>',
  ])('and is of no use goes: %s', (element) => {
    const { texts, told } = adopt({ 'index.html': page(`<p>x</p>${element}`) })
    expect(bodyOf(texts['index.html'])).toBe('<p>x</p>')
    expect(told.map(([kind]) => kind)).toEqual(['removed'])
  })

  it.each([
    '<link rel="icon" href="icon.png">',
    '<link rel="alternate stylesheet" href="dark.css">',
    '<noscript>Turn on scripts. <a>More</a></noscript>',
    '<script src="https://example.com/engine.js"></script>',
  ])('and else stays: %s', (element) => {
    const { texts } = adopt({ 'index.html': page(element), 'icon.png': '', 'dark.css': '' })
    expect(bodyOf(texts['index.html'])).toBe(element)
  })
})

describe('what a server for development puts into a page', () => {
  const TRUNK =
    "(function () { var url = 'ws://' + window.location.host + '/_trunk/ws'; var ws = new WebSocket(url); ws.onmessage = (ev) => { if (JSON.parse(ev.data).reload) window.location.reload() } })()"
  const LIVE_SERVER =
    "// <![CDATA[  <-- For SVG support\nif ('WebSocket' in window) { (function () { var socket = new WebSocket('ws://' + window.location.host + window.location.pathname + '/ws'); socket.onmessage = function (msg) { if (msg.data == 'reload') window.location.reload() } })() } else { console.error('Upgrade your browser.') }\n// ]]>"

  it.each([TRUNK, LIVE_SERVER])('goes, since it only loads the page again: %s', (script) => {
    const { texts, told } = adopt({ 'index.html': page(`<p>x</p><script>${script}</script>`) })
    expect(bodyOf(texts['index.html'])).toBe('<p>x</p>')
    expect(told.map(([kind]) => kind)).toEqual(['removed'])
  })

  it.each([
    TRUNK.replace('ws.onmessage', "ws.onopen = () => ws.send('join'); ws.onmessage"),
    `${TRUNK}; play()`,
  ])('stays where it does more: %s', (script) => {
    const { texts } = adopt({ 'index.html': page(`<script>${script}</script>`) })
    expect(bodyOf(texts['index.html'])).toBe(`<script>${script}</script>`)
  })
})
