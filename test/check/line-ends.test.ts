import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../src/check/problem.js'
import { sourceLines } from '../../src/check/report/source-lines.js'
import { textReport } from '../../src/check/report/text.js'
import { check } from '../../src/check/run.js'
import { styles } from '../../src/terminal/style.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

/**
 * A checkout of Windows ends its lines with CR and LF. What is found in it, and where, is the same: held with every
 * file of every rule's fixtures.
 */
const FIXTURES = fileURLToPath(new URL('../../fixtures/rules/', import.meta.url))

const TEXT = /\.(?:css|html|js|json|mjs|svg|txt)$/

type Files = Readonly<Record<string, string | Uint8Array>>

const filesOf = (folder: string): Readonly<Record<string, Uint8Array>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'expected.json')
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [relative(folder, path).split(sep).join('/'), readFileSync(path)]
      }),
  )

const cases = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name === 'expected.json')
  .map((entry) => relative(FIXTURES, entry.parentPath).split(sep).join('/'))
  .filter((name) => name.split('/')[2]?.startsWith('fail-'))
  .sort()

const latin1 = (content: string | Uint8Array): string =>
  (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)).toString('latin1')

/** With the line ends of Windows where the bytes are text; latin1 keeps every byte that is none. */
const checkedOut = (files: Files, newline: string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [
      path,
      TEXT.test(path) ? Buffer.from(latin1(bytes).replace(/\r\n?|\n/g, newline), 'latin1') : bytes,
    ]),
  )

const report = async (files: Files): Promise<{ result: CheckResult; text: string }> => {
  const bundle = memoryBundle(files)
  const result = await check(bundle, { shippedSdk: async () => null })
  const options = { styles: styles(false), columns: 100, wraps: false, sourceLine: sourceLines(bundle) }
  return { result, text: await textReport(result, options) }
}

describe('CR LF', () => {
  it.each(cases)('%s', async (name) => {
    const files = { ...sampleFiles(), ...filesOf(join(FIXTURES, name)) }
    const [unix, windows] = await Promise.all([
      report(checkedOut(files, '\n')),
      report(checkedOut(files, '\r\n')),
    ])
    expect(windows.result.problems).toEqual(unix.result.problems)
    // The counts of bytes differ; the lines of code with their carets do not.
    const withoutSizes = (text: string): string => text.replace(/\(\d[^)]*files?, [^)]*\)/, '')
    expect(withoutSizes(windows.text)).toBe(withoutSizes(unix.text))
  })

  it('leaves the places within inline scripts, styles and drawings as they are', async () => {
    const page = `<!doctype html>
<html><head>
<script src="service-miniapp.js" crossorigin></script>
<style>
  p { color: red }
  p { background: url(https://elsewhere.test/a.png) }
</style>
</head><body onclick="
  void 0
  alert(1)">
<p>
<script>
  // One
  /* two
     lines */ const text = \`a
b\`; localStorage.getItem(text); Service.ready()
</script>
</p></body></html>
`
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg">
<style>
  path { fill: red }
  path { fill: url("https://elsewhere.test/a.svg#b") }
</style>
<g>
  <a
    href="https://elsewhere.test/"/>
</g>
</svg>
`
    const files = {
      ...sampleFiles(),
      'index.html': Buffer.from(page),
      'drawing.svg': Buffer.from(drawing),
      'service-miniapp.js': '',
    }
    const { result } = await report(checkedOut(files, '\r\n'))
    expect(result.problems).toEqual((await report(checkedOut(files, '\n'))).result.problems)
    const places = result.problems.map(({ rule, file, line, column }) => [rule, file, line, column])
    expect(places).toEqual([
      ['svg/remote-link', 'drawing.svg', 2, 1],
      ['svg/remote-link', 'drawing.svg', 8, 5],
      ['css/remote-url', 'index.html', 6, 19],
      ['script/dialog', 'index.html', 8, 14],
      ['script/browser-storage', 'index.html', 16, 5],
    ])
  })

  it('does not make the SDK file another one', async () => {
    const sdk = Buffer.from('"use strict";\nvar sdk = 1;\n')
    const shippedSdk = async (): Promise<Uint8Array> => sdk
    const rulesFor = async (bytes: Uint8Array): Promise<readonly string[]> => {
      const bundle = memoryBundle({ ...sampleFiles(), 'service-miniapp.js': bytes })
      return (await check(bundle, { shippedSdk })).problems.map(({ rule }) => rule)
    }
    expect(await rulesFor(sdk)).not.toContain('sdk/other-version')
    expect(await rulesFor(Buffer.from(String(sdk).replaceAll('\n', '\r\n')))).not.toContain(
      'sdk/other-version',
    )
    expect(await rulesFor(Buffer.from(String(sdk).replaceAll('\n', '\r')))).toContain('sdk/other-version')
  })
})
