import type * as Testing from '../../../src/testing/index.js'

const BUILT = new URL('../../../dist/testing/index.js', import.meta.url).href

/**
 * What users import as `miniapp/testing`, as it is built. Node.js loads it in a tenth of the time that Vitest takes to
 * transform the source, and a simulator in this process starts in a tenth of the time of one that has its own.
 */
export const { startSimulator }: typeof Testing = await import(/* @vite-ignore */ BUILT)
