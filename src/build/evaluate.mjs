import { build } from 'esbuild'
import { ROOT } from './paths.mjs'

/**
 * The exports of a module of the sources, which must need nothing but what can be bundled.
 * @param {string} path from the project's top, or absolute
 */
export const evaluate = async (path) => {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return await import(`data:text/javascript;base64,${code}`)
}
