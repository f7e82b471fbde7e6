import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { DIST, ROOT } from './paths.mjs'
import { writeThirdPartyLicences } from './third-party-licences.mjs'

/**
 * Bundles the code that runs in Node.js. Pure JavaScript libraries are bundled, so that `npx miniapp` installs in
 * a second and starts fast. Packages with native parts or files of their own stay dependencies.
 */
export const buildNodeCode = async () => {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: {
      'cli/main': 'src/cli/main.ts',
      'publish/key-store-process': 'src/publish/key-store-process.ts',
      'publish/jq-worker': 'src/publish/jq-worker.ts',
      index: 'src/index.ts',
      'testing/index': 'src/testing/index.ts',
      'vite/index': 'src/vite/index.ts',
      'simulator/check-worker': 'src/simulator/server/workers/check-worker.ts',
      'simulator/ai-worker': 'src/simulator/server/workers/ai-worker.ts',
    },
    outdir: DIST,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    // ES modules first: some packages load parts of their CommonJS files in ways that no bundler follows.
    mainFields: ['module', 'main'],
    target: 'node20.19',
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    external: [
      ...Object.keys(manifest.dependencies ?? {}),
      ...Object.keys(manifest.optionalDependencies ?? {}),
      ...Object.keys(manifest.peerDependencies ?? {}),
    ],
    plugins: [nativeChecksums, noSubprocesses],
    define: {
      __MINIAPP_VERSION__: JSON.stringify(manifest.version),
      __MINIAPP_OLDEST_NODE__: JSON.stringify(manifest.engines.node.replace('>=', '')),
      // npm sets this for the script `prepack`.
      __MINIAPP_PUBLISHED__: String(process.env['npm_command'] === 'publish'),
      // Bundled CommonJS libraries use these names, which ES modules lack.
      __filename: 'import.meta.filename',
      __dirname: 'import.meta.dirname',
    },
    banner: { js: REQUIRE },
  })
  await Promise.all(Object.keys(result.metafile.outputs).map((path) => dropRequire(join(ROOT, path))))
  await writeThirdPartyLicences(result.metafile)
}

/** Bundled CommonJS libraries call require() for Node's own modules; an ES module has none. */
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/**
 * Removes `require` from a file that does not use it: most do not, and a command loads forty files.
 * @param {string} path
 */
const dropRequire = async (path) => {
  const code = await readFile(path, 'utf8')
  const rest = code.replace(`${REQUIRE}\n`, '')
  if (rest !== code && !/\brequire\b/.test(rest)) await writeFile(path, rest)
}

/**
 * yazl computes checksums in JavaScript, which takes five times as long as in Node.js.
 * @type {import('esbuild').Plugin}
 */
const nativeChecksums = {
  name: 'native-checksums',
  setup: (build) => {
    build.onResolve({ filter: /^buffer-crc32$/ }, () => ({
      path: 'buffer-crc32',
      namespace: 'native-checksums',
    }))
    build.onLoad({ filter: /.*/, namespace: 'native-checksums' }, () => ({
      contents: `const { crc32 } = require('node:zlib')
module.exports = { unsigned: (bytes, before) => crc32(bytes, before ?? 0) }`,
    }))
  },
}

/**
 * commander can run a subcommand as a separate program, which we do not use. Without this, every command loads what
 * starts processes, and the network with it.
 * @type {import('esbuild').Plugin}
 */
const noSubprocesses = {
  name: 'no-subprocesses',
  setup: (build) => {
    build.onResolve({ filter: /^(node:)?child_process$/ }, ({ importer }) =>
      /[\\/]node_modules[\\/]commander[\\/]/.test(importer)
        ? { path: 'child_process', namespace: 'no-subprocesses' }
        : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'no-subprocesses' }, () => ({ contents: 'module.exports = {}' }))
  },
}
