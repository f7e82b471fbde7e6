import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/vitest/longest-first.js'
import { SkipReasons } from './test/support/vitest/skip-reasons.js'

// CommonJS packages are imported as Node.js imports them, and as the build does.
const deps = { interopDefault: false }
// What is built is ready to run.
const server = { deps: { external: [/\/dist\//] } }
// What is waited for comes at once on a quiet machine, and later on a busy one.
const expect = { poll: { timeout: 15_000 } }
// `init --from` plays what it makes: tests of that say so themselves.
const env = { MINIAPP_NO_TEST: '1' }
const setupFiles = ['test/support/vitest/equal-bytes.ts']
const cores = availableParallelism()
// Files with browsers run side by side, each with ports, folders and windows of its own. The files of a worker share its
// browser. With two on two cores, half of the cores' time goes by in waiting.
const browserWorkers = Math.max(3, Math.floor(cores / 2))
// A busy machine now and then makes a browser or a process late. CI names what passed only on a second try.
const retry = process.env['CI'] ? 1 : 0
const results = process.env['MINIAPP_TEST_RESULTS']

export default defineConfig({
  test: {
    reporters:
      results === undefined
        ? ['default', new SkipReasons()]
        : ['default', new SkipReasons(), ['json', { outputFile: results }]],
    sequence: { sequencer: LongestFirst },
    // Many tests read these, which no import says.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      '**/tsconfig*.json',
      '**/fixtures/**',
      '**/templates/**',
    ],
    projects: [
      {
        // Pure parts and edges with fakes; needs no browser. A few read what the build makes for browsers.
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
          env,
          setupFiles,
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/package/**', 'test/acceptance/**'],
        },
      },
      {
        // The built package as its users have it; CI runs these on every supported Node.js.
        test: {
          name: 'package',
          sequence: { groupOrder: 1 },
          deps,
          expect,
          env,
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
      {
        // Chromium against the built simulator and service.
        test: {
          name: 'e2e',
          sequence: { groupOrder: 2 },
          deps,
          expect,
          env,
          setupFiles,
          retry,
          include: ['test/e2e/**/*.test.ts'],
          server,
          // What one waits for has its own limit; a test of many steps takes minutes on a busy machine.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          isolate: false,
          maxWorkers: browserWorkers,
        },
      },
      {
        // What takes minutes: other browsers, whole playtests, templates played to the end, other people's games and tools, and
        // processes that are killed again and again.
        test: {
          name: 'acceptance',
          sequence: { groupOrder: 3 },
          deps,
          expect,
          env,
          setupFiles,
          retry,
          globalSetup: ['test/support/processes/packed-folder.ts'],
          include: ['test/acceptance/**/*.test.ts'],
          server,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          isolate: false,
          maxWorkers: browserWorkers,
        },
      },
    ],
  },
})
