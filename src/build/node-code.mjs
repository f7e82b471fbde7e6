import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { closureOf, requireNoCircles } from './chunks.mjs'
import { DIST, ROOT } from './paths.mjs'

const MAIN = 'src/cli/main.ts'
/** What every check loads; readers of a kind of file are loaded when there is such a file. */
const CHECK = ['src/cli/run-check.ts', 'src/check/rules/index.ts']

/**
 * Puts other code in place of what a library imports.
 * @param {string} name
 * @param {(id: string, importer: string) => boolean} isReplaced
 * @param {string} code
 * @returns {import('rolldown').Plugin}
 */
const replaced = (name, isReplaced, code) => ({
  name,
  resolveId: (id, importer = '') => (isReplaced(id, importer) ? `\0${name}` : null),
  load: (id) => (id === `\0${name}` ? code : null),
})

/**
 * yazl computes checksums in JavaScript, which takes five times as long as in Node.js.
 * @type {import('rolldown').Plugin}
 */
const nativeChecksums = replaced(
  'native-checksums',
  (id) => id === 'buffer-crc32',
  `import { crc32 } from 'node:zlib'
export const unsigned = (bytes, before) => crc32(bytes, before ?? 0)`,
)

/**
 * commander can run a subcommand as a separate program, which we do not use. Without this, every command loads what
 * starts processes, and the network with it.
 * @type {import('rolldown').Plugin}
 */
const noSubprocesses = replaced(
  'no-subprocesses',
  (id, importer) =>
    /^(node:)?child_process$/.test(id) && /[\\/]node_modules[\\/]commander[\\/]/.test(importer),
  'export default {}',
)

/** Reads scripts, which nearly every check does. */
const SCRIPTS = 'src/check/facts/script/script.ts'

/**
 * The file in which a module is, for those that are always loaded with others. A module that is imported when it is needed
 * has a file of its own in any case.
 * @param {string} id
 * @param {import('rolldown').ChunkingContext} context
 */
const groupOf = (id, context) => {
  const path = relative(ROOT, id).split(sep).join('/')
  // What waits for the commands cannot be in a file that the commands import.
  if ([MAIN, CHECK[0], SCRIPTS].includes(path)) return null
  if (closureOf(context, [MAIN]).has(id)) return 'core'
  if (!closureOf(context, CHECK).has(id)) return closureOf(context, [SCRIPTS]).has(id) ? 'parser' : null
  if (/^src\/(?:check|bundle)\//.test(path)) return path.split('/')[1]
  if (charactersLoadedWith(id, context) < SMALL) return 'core'
  if (path.startsWith('src/platform/') || /\/zod\/v4\/(?:core|mini)\/(?!.*json)/.test(path)) return 'schemas'
  return /^node_modules\/(?!zod\/)/.test(path) ? 'libraries' : null
}

/** So many characters cost less at every start than a file of their own where they are needed. */
const SMALL = 7_000

/**
 * How much a module and what it imports add to what is loaded anyway.
 * @param {string} id
 * @param {import('rolldown').ChunkingContext} context
 */
const charactersLoadedWith = (id, context) => {
  const always = closureOf(context, [MAIN])
  return [...closureOf(context, [id])]
    .filter((one) => !always.has(one))
    .reduce((sum, one) => sum + (context.getModuleInfo(one)?.code?.length ?? 0), 0)
}

/**
 * selenium-webdriver composes the paths of three of its files, which no bundler follows: then the WebDriver does not start.
 * @type {import('rolldown').Plugin}
 */
const webDriverAtoms = {
  name: 'webdriver-atoms',
  transform: {
    filter: { id: /[\\/]selenium-webdriver[\\/]lib[\\/]http\.js$/ },
    handler: (code) => {
      const followed = code.replace(/= requireAtom\('([\w-]+\.js)', '[^']*'\)/g, "= require('./atoms/$1')")
      if (followed === code) throw new Error('selenium-webdriver loads its files in another way now.')
      // A path in a line: positions stay.
      return { code: followed, map: null }
    },
  },
}

/**
 * Bundles the code that runs in Node.js. Pure JavaScript libraries are bundled, so that `npx miniapp` installs in
 * a second and starts fast. Packages with native parts or files of their own stay dependencies.
 * @param {boolean} sourcemap whether each file has a source map beside it
 * @returns the absolute paths of everything that is bundled
 */
export const buildNodeCode = async (sourcemap) => {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const external = new Set(
    ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    ),
  )
  const bundle = await rolldown({
    cwd: ROOT,
    input: {
      'cli/main': MAIN,
      'publish/key-store-process': 'src/publish/key-store-process.ts',
      'publish/jq-worker': 'src/publish/jq-worker.ts',
      index: 'src/index.ts',
      'testing/index': 'src/testing/index.ts',
      'vite/index': 'src/vite/index.ts',
      'simulator/check-worker': 'src/simulator/server/workers/check-worker.ts',
      'simulator/ai-worker': 'src/simulator/server/workers/ai-worker.ts',
    },
    platform: 'node',
    external: (id) => external.has(/^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? ''),
    // ES modules first: some packages load parts of their CommonJS files in ways that no bundler follows.
    resolve: { mainFields: ['module', 'main'] },
    transform: {
      target: 'node20.19',
      define: {
        __MINIAPP_VERSION__: JSON.stringify(manifest.version),
        __MINIAPP_OLDEST_NODE__: JSON.stringify(manifest.engines.node.replace('>=', '')),
        // npm sets this for the script `prepack`.
        __MINIAPP_PUBLISHED__: String(process.env['npm_command'] === 'publish'),
        // Bundled CommonJS libraries use these names, which ES modules lack.
        __filename: 'import.meta.filename',
        __dirname: 'import.meta.dirname',
      },
    },
    plugins: [nativeChecksums, noSubprocesses, webDriverAtoms],
    // Groups of modules may come without what they import.
    preserveEntrySignatures: 'allow-extension',
  })
  const { output } = await bundle.write({
    dir: DIST,
    format: 'esm',
    sourcemap,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    hashCharacters: 'base36',
    comments: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      // A file costs about half a millisecond. Without groups, the modules that are shared by the same commands
      // are one file: 27 for `--version`, 72 for `check`. Now they are 4 and 15.
      groups: [{ name: groupOf, debugName: 'loaded together' }],
    },
  })
  await bundle.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  requireNoCircles(chunks)
  return chunks.flatMap(({ moduleIds }) => moduleIds)
}
