import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** A module of the source with all that it needs, as JavaScript: for a process of its own. @param path from the root */
export const builtModule = (path: string): string => {
  const [built] = buildSync({
    entryPoints: [fileURLToPath(new URL(`../../../${path}`, import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'node',
    // Packages in CommonJS ask for Node.js' own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    write: false,
  }).outputFiles
  return built?.text ?? ''
}
