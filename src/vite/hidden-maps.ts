import type { Plugin } from 'vite'
import type { CheckOptions } from '../check/options.js'

/**
 * Source maps of a build whose settings want none: Vite makes them in memory, so that what is found in its output names
 * the source, and none is written. They take a tenth of a build's time; its files are the same.
 */
export const hiddenMaps = (): {
  readonly hooks: Pick<Plugin, 'config' | 'onLog' | 'generateBundle'>
  readonly sourceMaps: NonNullable<CheckOptions['sourceMaps']>
} => {
  let isOurs = false
  const maps = new Map<string, { toString(): string }>()
  return {
    hooks: {
      config: ({ build }) => {
        isOurs = build?.sourcemap === undefined || build.sourcemap === false
        return isOurs ? { build: { sourcemap: 'hidden' } } : null
      },
      // Who asked for no maps need not hear that a plugin makes them wrong.
      onLog: (_, { code }) => (isOurs && code === 'SOURCEMAP_BROKEN' ? false : undefined),
      generateBundle: {
        order: 'post',
        handler: (_, bundle) => {
          if (!isOurs) return
          maps.clear()
          for (const output of Object.values(bundle)) {
            if (output.type !== 'chunk' || output.map === null) continue
            maps.set(output.fileName, output.map)
            output.map = null
            delete bundle[output.sourcemapFileName ?? `${output.fileName}.map`]
          }
        },
      },
    },
    sourceMaps: (path) => maps.get(path)?.toString() ?? null,
  }
}
