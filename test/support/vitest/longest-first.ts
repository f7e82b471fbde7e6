import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest for their size, the longest first: Vitest starts with the largest files of a project where it
 * has not run them before. What started last would go on while every other worker has nothing left to do.
 */
const LONGEST = [
  'contract-in-browsers.test.ts',
  'test-command.test.ts',
  'test-beside.test.ts',
  'test-together.test.ts',
  'template-arcade.test.ts',
  'test-in-browsers.test.ts',
  'test-report.test.ts',
  'gallery.test.ts',
  'bundler-recipes.test.ts',
  'package-managers.test.ts',
  'starters.test.ts',
  'test-planted-in-templates.test.ts',
  'templates-in-simulator.test.ts',
  'template-lint.test.ts',
  'engines.test.ts',
  'test-troubles.test.ts',
  'bundlers.test.ts',
  'browser-as-judge.test.ts',
  'killed-refresh.test.ts',
  'shim-databases.test.ts',
  'mcp.test.ts',
  'contract.test.ts',
  'shell.test.ts',
  'service.test.ts',
  'webrtc.test.ts',
  'sandbox.test.ts',
  'seats.test.ts',
  'sheets.test.ts',
  'restart.test.ts',
  'publishing.test.ts',
  'hostile-text.test.ts',
]

/** Starts the files of each project with those that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      const first = LONGEST.flatMap((name) => own.filter(({ moduleId }) => basename(moduleId) === name))
      return [...first, ...own.filter((file) => !first.includes(file))]
    })
  }
}
