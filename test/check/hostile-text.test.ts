import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'
import { LONG } from '../support/vitest/runs.js'

/**
 * How many parts a text is repeated to: all of them in long runs, else a fifth. What looks at each part again for every other
 * one takes a twenty-fifth of the time for a fifth of the parts, so the processor's time has a limit there.
 */
const some = (full: number): number => (LONG ? full : Math.ceil(full / 5))

/** In seconds: several times what the slowest of these texts takes with a fifth of its parts. */
const LIMIT = 4

/** More than a function takes as arguments: a list that is spread into a call ends there. */
const IN_A_ROW = LONG ? 200_000 : 140_000

/**
 * Texts made to be slow: each would take minutes, or end the process, in a reader that looks at any of them again for
 * every other part of it. The security design gives two seconds; that these end at all within a test's time is the test.
 */
const rulesFound = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { problems } = await check(memoryBundle({ ...sampleFiles(), ...files }))
  return [...new Set(problems.map(({ level, rule }) => `${level} ${rule}`))]
}

/** The same of a text with `some` of its parts. */
const rulesFoundInTime = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const before = process.cpuUsage()
  const rules = await rulesFound(files)
  const { user, system } = process.cpuUsage(before)
  if (!LONG) expect((user + system) / 1e6).toBeLessThan(LIMIT)
  return rules
}

const svg = (content: string, prolog = ''): Record<string, string> => ({
  'a.svg': `${prolog}<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`,
})
const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

describe('security.md: texts that are made to be slow', () => {
  it.each<[string, Record<string, string>, readonly string[]]>([
    ['instructions before a drawing', svg('', '<?x ?>'.repeat(5_000)), []],
    [
      'comments and instructions that never end',
      { 'a.svg': '<?<!--'.repeat(50_000) },
      ['error content/svg-not-xml'],
    ],
    ['two million errors', svg('<a b="1'.repeat(2_500_000)), ['error content/svg-not-xml']],
    ['many attributes', svg(`<rect ${times(some(200_000), (i) => `a${i}="1" `)}/>`), []],
    [
      '20,000 attributes that are event handlers',
      svg(`<rect ${times(20_000, (i) => `on${i}="1" `)}/>`),
      ['error svg/event-handler'],
    ],
    [
      '20,000 links behind an entity',
      svg('<image href="&u;"/>'.repeat(20_000), '<!DOCTYPE svg [<!ENTITY u "//e">]>'),
      ['error svg/remote-link'],
    ],
    [
      '100,000 elements in each other, with namespaces',
      svg(times(100_000, (i) => `<g xmlns:a${i}="u">`) + '</g>'.repeat(100_000)),
      ['error content/cannot-be-judged'],
    ],
    [
      '100,000 elements in each other',
      svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000)),
      ['error content/cannot-be-judged'],
    ],
    [
      'a DOCTYPE of comments that never end',
      svg('', `<!DOCTYPE svg [${'<!-- '.repeat(100_000)}]>`),
      ['error content/svg-not-xml', 'error svg/unsafe-doctype'],
    ],
    [
      'many functions that draw',
      { 'a.js': times(some(4_000), (i) => `function f${i}(e){e.src="x.png";c.drawImage(e,0)}`) },
      ['warning script/tainted-canvas'],
    ],
    [
      'many pictures',
      { 'a.js': times(some(4_000), (i) => `{let i=new Image;i.src=s${i};c.drawImage(i,0,0)}`) },
      ['warning script/tainted-canvas'],
    ],
    [
      'an import map of 20,000 URLs',
      {
        'index.html': `<!doctype html><title>x</title><script type="importmap">{"imports":{${times(20_000, (i) => `"a${i}":"//e${i}",`)}"b":"./b.js"}}</script>`,
      },
      ['warning script/remote-import-map'],
    ],
    [
      'many event handlers, and one in the middle that does not parse',
      {
        'index.html': `<!doctype html><title>x</title>${times(some(100_000), (i) => `<b onclick="a(${i}${i === some(50_000) ? '' : ')'}+1">x</b>`)}`,
      },
      ['warning script/does-not-parse'],
    ],
    [
      'many addresses in variables, nested 200 deep',
      {
        'a.js': `${'{let u="https://a.test";'.repeat(200)}${'fetch(u);x.download=u;x.href=u;'.repeat(some(20_000))}${'}'.repeat(200)}`,
      },
      ['warning script/download', 'warning script/remote-request'],
    ],
    [
      'a policy of many hashes over as many scripts',
      {
        'index.html': `<!doctype html><title>x</title><meta http-equiv="content-security-policy" content="script-src ${times(some(20_000), (i) => `'sha256-${i}' `)}">${times(some(20_000), (i) => `<script nonce="${i}">${i}</script>`)}`,
      },
      ['info sdk/never-loaded', 'warning html/own-policy'],
    ],
    [
      'spaces within a name',
      { 'manifest.json': sampleManifest({ name: `a${' '.repeat(300_000)}b` }) },
      ['error manifest/text-length'],
    ],
    [
      'many fields',
      {
        'manifest.json': sampleManifest(
          Object.fromEntries(Array.from({ length: some(20_000) }, (_, i) => [`f${i}`, i])),
        ),
      },
      ['error manifest/unknown-field'],
    ],
  ])('%s', async (_, files, rules) => {
    expect(await rulesFoundInTime(files)).toEqual(rules)
  })

  // A stack that is all but full ends the process when V8 compiles a regular expression there.
  it.each<[string, (depth: number) => string]>([
    ['functions', (n) => 'function f(){'.repeat(n) + '}'.repeat(n)],
    [
      'functions that draw',
      (n) => `${times(n, (i) => `function f${i}(e){e.src="x.png";c.drawImage(e,0);`)}${'}'.repeat(n)}`,
    ],
    ['classes', (n) => '(class{a(){'.repeat(n) + '}})'.repeat(n)],
    ['parentheses', (n) => `${'('.repeat(n)}1${')'.repeat(n)}`],
    ['templates', (n) => `${'`${'.repeat(n)}1${'}`'.repeat(n)}`],
    ['objects', (n) => `a=${'{a:'.repeat(n)}1${'}'.repeat(n)}`],
    ['sums', (n) => `${'a+'.repeat(n)}a`],
    ['signs', (n) => `${'!'.repeat(n)}a`],
    ['choices', (n) => `${'a?b:'.repeat(n)}c`],
    ['patterns', (n) => `var ${'['.repeat(n)}a${']'.repeat(n)}=1`],
  ])('a script of 20,000 nested %s does not parse, and 60 do', async (_, nested) => {
    expect(await rulesFound({ 'a.js': nested(20_000) })).toEqual(['warning script/does-not-parse'])
    expect(await rulesFound({ 'a.js': nested(60) })).not.toContain('warning script/does-not-parse')
  })

  it.each<[string, Record<string, string>, readonly string[]]>([
    ['statements', { 'a.js': `/* fetch, drawImage */${'a;'.repeat(IN_A_ROW)}` }, []],
    ['cases', { 'a.js': `fetch(b);drawImage;switch(a){${'case 1:'.repeat(IN_A_ROW)}}` }, []],
    ['variables', { 'a.js': `fetch(b);drawImage;var ${'a,'.repeat(IN_A_ROW)}c` }, []],
    ['elements of a pattern', { 'a.js': `fetch(b);drawImage;var [${'a,'.repeat(IN_A_ROW)}]=c` }, []],
    ['properties of a pattern', { 'a.js': `fetch(b);drawImage;var {${'a,'.repeat(IN_A_ROW)}}=c` }, []],
    ['imported names', { 'a.js': `import {${times(IN_A_ROW, (i) => `a${i},`)}} from "./game.js"` }, []],
    ['parameters', { 'a.js': `fetch(b);drawImage;function f(${'a,'.repeat(IN_A_ROW)}c){}` }, []],
    ['arguments', { 'a.js': `fetch(${'a,'.repeat(IN_A_ROW)}c)` }, []],
    [
      'imports',
      { 'a.js': 'import"./a.js";'.repeat(IN_A_ROW), 'b.html': '<script type=module src=a.js></script>' },
      [],
    ],
    [
      'tags that hide without scripts',
      { 'b.html': `<noscript>${'<b>'.repeat(IN_A_ROW)}</noscript>` },
      ['error content/cannot-be-judged'],
    ],
  ])('a great many %s in a row', async (_name, files, rules) => {
    expect(await rulesFound(files)).toEqual(rules)
  })

  it.each<[string, string, readonly string[]]>([
    [
      'calls that need a tap',
      'Service.share({ text: "x" });'.repeat(some(30_000)),
      ['warning sdk/needs-tap', 'warning sdk/not-loaded-before'],
    ],
    [
      'calls that there are not',
      times(some(30_000), (i) => `Service.call${i}();`),
      ['warning sdk/unknown-call', 'warning sdk/not-loaded-before'],
    ],
    [
      'calls in nested blocks',
      `${'{'.repeat(300)}${'Service.share({ text: "x" });'.repeat(some(30_000))}${'}'.repeat(300)}`,
      ['warning sdk/needs-tap', 'warning sdk/not-loaded-before'],
    ],
    [
      'calls after what is waited for',
      `async function f(){${'await a;if(b)return;Service.share({ text: "x" });'.repeat(some(20_000))}}`,
      ['warning sdk/not-loaded-before'],
    ],
    [
      'texts that double',
      `const a0="x";${times(300, (i) => `const a${i + 1}=a${i}+a${i};`)}Service.storage.get(a300)`,
      ['warning sdk/not-loaded-before'],
    ],
    [
      'lists of lists of promises',
      `const p0=a;${times(30, (i) => `const p${i + 1}=Promise.all([${`p${i},`.repeat(500)}]);`)}onclick=async()=>{await p30;Service.share({ text: "x" })}`,
      ['warning sdk/not-loaded-before'],
    ],
    [
      'variables of one name that hold the SDK',
      `${'(function(){var e=Service;e.ready();e.e=e})();'.repeat(some(10_000))}`,
      ['warning sdk/not-loaded-before'],
    ],
    [
      'options',
      `Service.storage.list({${times(some(30_000), (i) => `a${i}:1,`)}});Service.db.list("a",{${times(some(30_000), (i) => `a${i}:1,`)}})`,
      ['warning sdk/unknown-option', 'warning sdk/unknown-call', 'warning sdk/not-loaded-before'],
    ],
    [
      'imports by a map',
      `${times(some(30_000), (i) => `import"a/${i}.js";`)}`,
      ['warning script/unresolved-import'],
    ],
  ])('a script of many %s', async (_name, script, rules) => {
    const map = `{"imports":{"a/":"./a/"${times(20_000, (i) => `,"b${i}/":"./b/"`)}}}`
    const page = `<script type=importmap>${map}</script><script type=module src=a.js></script>`
    expect(await rulesFoundInTime({ 'a.js': script, 'b.html': page })).toEqual(rules)
  })

  it('a sum of two thousand texts, and as many branches of a condition as a parser writes, do parse', async () => {
    const sum = `a=${'"void main(){}"+'.repeat(2_000)}""`
    const branches = `${'if(a)b();else '.repeat(300)}c()`
    expect(await rulesFound({ 'a.js': `${sum};${branches}` })).toEqual([])
  })
})
