import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, transform } from 'esbuild'
import { DIST, ROOT } from './paths.mjs'

/** Older than the shim's own users: what the SDK runs in, the shim does too. */
const TARGET = 'es2018'

/**
 * Builds the shim: the modules of its parts as plain, readable JavaScript, from which the tool composes
 * `browser-shim.js`, and all of them in one for those who import it.
 * @param {string} version
 */
export const buildShim = async (version) => {
  const options = {
    absWorkingDir: ROOT,
    bundle: true,
    format: /** @type {const} */ ('esm'),
    target: TARGET,
    charset: /** @type {const} */ ('utf8'),
    legalComments: /** @type {const} */ ('inline'),
    plugins: [smallDatabases],
  }
  const all = await build({
    ...options,
    entryPoints: ['src/shim/all.ts'],
    metafile: true,
    write: false,
  })
  const [output] = all.outputFiles
  const modules = await modulesOf(output?.text ?? '', all.metafile)
  await build({
    ...options,
    entryPoints: { 'shim/index': 'src/shim/module.ts' },
    outdir: DIST,
    banner: {
      js: `/*! browser-shim ${version}: stands in for what the sandbox takes away from a mini app. MIT licence, see the package "miniapp". */`,
    },
  })
  await mkdir(join(DIST, 'shim'), { recursive: true })
  await copyFile(join(ROOT, 'src/shim/browser-shim.d.ts'), join(DIST, 'shim/index.d.ts'))
  await writeFile(join(DIST, 'shim/modules.json'), `${JSON.stringify({ version, modules }, null, 1)}\n`)
}

/** The library of `indexedDB`, as one module of short names, under the name that its package has. */
export const SHIM_LIBRARY = 'node_modules/fake-indexeddb/build/esm/index.js'

/** @type {import('esbuild').Plugin} */
const smallDatabases = {
  name: 'small-databases',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^fake-indexeddb$/ }, () => ({ path: join(ROOT, SHIM_LIBRARY) }))
    onLoad({ filter: /fake-indexeddb[\\/]build[\\/]esm[\\/]index\.js$/ }, async ({ path }) => {
      const { version, license } = JSON.parse(
        await readFile(join(ROOT, 'node_modules/fake-indexeddb/package.json'), 'utf8'),
      )
      const { outputFiles } = await build({
        entryPoints: [path],
        bundle: true,
        format: 'esm',
        target: TARGET,
        charset: 'utf8',
        minify: true,
        write: false,
        plugins: [
          {
            name: 'tasks-of-browsers',
            setup: (inner) =>
              inner.onResolve({ filter: /\/scheduling\.js$/ }, () => ({
                path: join(ROOT, 'src/shim/parts/database-tasks.ts'),
              })),
          },
        ],
      })
      const [output] = outputFiles
      return {
        contents: `/*! fake-indexeddb ${version}, ${license}: https://github.com/dumbmatter/fakeIndexedDB */\n${output?.text}`,
      }
    })
  },
}

/**
 * Code that nobody reads, without its white space. What other modules use keeps its name.
 * @param {string} text
 */
const onFewLines = async (text) => {
  const { code } = await transform(text, {
    target: TARGET,
    charset: 'utf8',
    minifyWhitespace: true,
    legalComments: 'inline',
  })
  return code.trimEnd()
}

/**
 * A bundle taken apart again: esbuild writes each module's path above it, and names that are in one module alone.
 * @param {string} code
 * @param {import('esbuild').Metafile} metafile
 */
const modulesOf = async (code, metafile) => {
  const end = code.lastIndexOf('export {')
  const [before = '', ...pieces] = code.slice(0, end).split(/^\/\/ ((?:src|node_modules)\/\S+\.[jt]s)\n/m)
  if (end === -1 || before.trim() !== '')
    throw new Error(`The shim's bundle has code of no module: ${before}`)
  /** @type {{ path: string, needs: string[], code: string }[]} */
  const modules = []
  for (let index = 0; index < pieces.length; index += 2) {
    const [path = '', text = ''] = pieces.slice(index, index + 2)
    const input = metafile.inputs[path]
    if (input === undefined) throw new Error(`The shim's bundle has a module that nobody imports: ${path}`)
    modules.push({
      path,
      needs: input.imports.map((imported) => imported.path),
      code: path === SHIM_LIBRARY ? await onFewLines(text) : text.trimEnd(),
    })
  }
  const written = new Set(modules.map(({ path }) => path))
  // What holds nothing but types leaves nothing behind.
  return modules.map((module) => ({ ...module, needs: module.needs.filter((need) => written.has(need)) }))
}
