import { build } from 'esbuild'
import { ROOT } from './paths.mjs'

/**
 * The bundles that run in a browser.
 * @type {readonly import('esbuild').BuildOptions[]}
 */
const BUNDLES = []

export const buildBrowserCode = async () => {
  await Promise.all(
    BUNDLES.map((options) =>
      build({
        absWorkingDir: ROOT,
        bundle: true,
        minify: true,
        charset: 'utf8',
        legalComments: 'none',
        ...options,
      }),
    ),
  )
}
