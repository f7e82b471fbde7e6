import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from '../../build/paths.mjs'

/**
 * Bundles source that the package does not export, so that the bench can pass its own clock.
 * @param {string} name
 * @param {Readonly<Record<string, readonly string[]>>} exports what it exports, by source file
 * @returns the bundle's path, in a folder from which external packages resolve
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
