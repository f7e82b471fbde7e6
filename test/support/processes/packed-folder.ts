import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for the packed package, from the first file of tests that needs it until the run ends. */
    packedFolder: string
  }
}

/** Runs before the package's tests; what it returns runs after them. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  // The name tries its luck.
  const folder = await mkdtemp(join(tmpdir(), 'miniapp Käse & Spiele '))
  provide('packedFolder', folder)
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
