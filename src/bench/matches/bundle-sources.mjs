import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from '../../build/paths.mjs'

/**
 * Bundles parts of the source that the package does not export, so that the bench can give them a clock of its own.
 * @param {string} name
 * @param {Readonly<Record<string, readonly string[]>>} exports what it exports, by source file
 * @returns the bundle's path; it lies where the packages that are not bundled are found
 */
export const bundleSources = async (name, exports) => {
  const file = join(ROOT, 'node_modules', '.cache', 'bench', `${name}.mjs`)
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const contents = Object.entries(exports)
    .map(([source, names]) => `export { ${names.join(', ')} } from './${source}'`)
    .join('\n')
  await build({
    stdin: { contents, resolveDir: join(ROOT, 'src') },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node20.19',
    external: Object.keys(dependencies),
    define: { __MINIAPP_VERSION__: '"bench"' },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
  return file
}
