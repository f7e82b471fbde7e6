import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { keyedByTsconfig } from './test/support/vitest/keyed-by-tsconfig.js'
import { LongestFirst } from './test/support/vitest/longest-first.js'
import { SkipReasons } from './test/support/vitest/skip-reasons.js'

// CommonJS packages are imported as Node.js imports them, and as the build does.
const deps = { interopDefault: false }
// What is waited for comes at once on a quiet machine, and later on a busy one.
const expect = { poll: { timeout: 15_000 } }
const plugins = [keyedByTsconfig(import.meta.dirname)]
const setupFiles = ['test/support/vitest/equal-bytes.ts']
const cores = availableParallelism()
// A busy machine now and then makes a browser or a process late. CI names what passed only on a second try.
const retry = process.env['CI'] ? 1 : 0
const results = process.env['MINIAPP_TEST_RESULTS']

export default defineConfig({
  test: {
    // Transforming is a tenth of the unit tests' work, and more of the others': the projects, and later runs, share what was
    // transformed. Vitest forgets it when the lock file changes; `vitest --clearCache` removes it.
    experimental: { fsModuleCache: true },
    reporters:
      results === undefined
        ? ['default', new SkipReasons()]
        : ['default', new SkipReasons(), ['json', { outputFile: results }]],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Pure parts and edges with fakes; needs no build and no browser.
        plugins,
        test: {
          name: 'unit',
          // Files share their worker and the modules in it, which they would load anew for longer than they run.
          isolate: false,
          maxWorkers: cores,
          // One kind of test after the other: those that wait for processes and pages want the machine to themselves.
          sequence: { groupOrder: 0 },
          // Properties take their time on a busy machine, and so do the servers that tests start before they begin.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          deps,
          expect,
          setupFiles,
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/package/**'],
        },
      },
      {
        // A real browser against the built simulator and service.
        plugins,
        test: {
          name: 'e2e',
          sequence: { groupOrder: 2 },
          deps,
          expect,
          setupFiles,
          retry,
          include: ['test/e2e/**/*.test.ts'],
          // What is built is ready to run.
          server: { deps: { external: [/\/dist\//] } },
          // What one waits for has its own limit; a test of many steps takes minutes on a busy machine.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // Files run side by side, each with ports, folders and windows of its own. The files of a worker share its browser,
          // which keeps more than one core busy.
          isolate: false,
          maxWorkers: Math.max(2, Math.floor(cores / 2)),
        },
      },
      {
        // The built package as its users have it; CI runs these on every supported Node.js.
        plugins,
        test: {
          name: 'package',
          sequence: { groupOrder: 1 },
          deps,
          expect,
          setupFiles,
          retry,
          globalSetup: ['test/support/processes/packed-folder.ts'],
          include: ['test/package/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Each test waits for processes of its own most of the time.
          isolate: false,
          maxWorkers: cores,
        },
      },
    ],
  },
})
