import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** A module of the source with all that it needs, as JavaScript: for a process of its own. @param path from the root */
export const builtModule = (path: string): string => {
  const [built] = buildSync({
    entryPoints: [fileURLToPath(new URL(`../../${path}`, import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  }).outputFiles
  return built?.text ?? ''
}
