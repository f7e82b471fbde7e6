import { copyFile, cp, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { evaluate } from './evaluate.mjs'
import { DIST, ROOT } from './paths.mjs'
import { buildDeclarations } from './sdk-declarations.mjs'
import { buildShim, SHIM_LIBRARY } from './shim.mjs'

/**
 * Bundles the values that modules export, which must be JSON, instead of the code that computes them: a value that nothing
 * uses is left out, but a product that nothing uses is not.
 * @param {readonly string[]} modules their absolute paths
 * @returns {import('esbuild').Plugin}
 */
const evaluated = (modules) => ({
  name: 'evaluated',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!modules.includes(path)) return null
      const values = Object.entries(await evaluate(path))
      const lines = values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return { contents: lines.join('\n') }
    }),
})

/** What runs beside an app's code keeps the classes that it uses. */
const NATIVE_CLASSES = join(ROOT, 'src/sdk/native-classes.ts')

/**
 * The bundles that run in a browser.
 * @param {string} version
 * @returns {readonly import('esbuild').BuildOptions[]}
 */
const bundles = (version) => [
  {
    // Part of every mini app: every WebView since 2019 must run it.
    entryPoints: { 'sdk/service-miniapp': 'src/sdk/main.ts' },
    format: 'iife',
    target: 'es2018',
    inject: [NATIVE_CLASSES],
    plugins: [evaluated(['src/sdk/call-facts.ts', 'src/platform/limits.ts'].map((path) => join(ROOT, path)))],
    banner: {
      js: `/*! service-miniapp.js ${version}: the mini app SDK, window.Service. MIT licence, see the package "miniapp". */`,
    },
  },
  {
    // Added before the app's code in every page, on one line, so that line numbers do not change. Private fields stay the
    // language's own: in older JavaScript they would be WeakMaps, whose methods the app's code can replace.
    entryPoints: { 'injected/injected': 'src/simulator/injected/main.ts' },
    format: 'iife',
    target: 'es2022',
    inject: [NATIVE_CLASSES],
    // As a template, a line break in a text is one in the file.
    supported: { 'template-literal': false },
  },
  {
    // The page around the app, in the browsers that run `light-dark()` and `inert`.
    entryPoints: {
      'shell/shell': 'src/simulator/shell/main.tsx',
      // The search and the styles of the documentation's site, which has the shell's colours.
      'shell/docs-page': 'src/simulator/shell/docs/docs-page.ts',
      // The styles of the report of `miniapp test`, which has the shell's colours.
      'shell/report-page': 'src/playtest/report/report-page.css',
    },
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
  },
]

/**
 * Builds the browser code into dist/.
 * @param {boolean} isDevelopment whether the shell, which is debugged, has source maps and is not minified
 * @returns the absolute paths of everything that is bundled
 */
export const buildBrowserCode = async (isDevelopment) => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  for (const folder of ['sdk', 'shell']) await mkdir(join(DIST, folder), { recursive: true })
  const [built] = await Promise.all([
    Promise.all(
      bundles(version).map((options) =>
        build({
          absWorkingDir: ROOT,
          outdir: DIST,
          bundle: true,
          metafile: true,
          minify: true,
          charset: 'utf8',
          legalComments: 'none',
          ...options,
          ...(isDevelopment && options.jsx !== undefined ? { minify: false, sourcemap: true } : {}),
        }),
      ),
    ),
    buildShim(version),
    buildDeclarations(),
    copyFile(join(ROOT, 'src/simulator/shell/icon.svg'), join(DIST, 'shell/icon.svg')),
    cp(join(ROOT, 'src/simulator/shell/samples'), join(DIST, 'shell/samples'), { recursive: true }),
  ])
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
  return [...inputs, SHIM_LIBRARY].map((path) => join(ROOT, path))
}
