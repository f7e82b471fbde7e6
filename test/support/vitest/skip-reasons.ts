import type { Reporter, TestModule } from 'vitest/node'

/** Prints, after a run, why tests were skipped: Vitest itself says it only in files where another test failed. */
export class SkipReasons implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = new Map<string, string[]>()
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        const result = test.result()
        if (result.state !== 'skipped' || result.note === undefined) continue
        const known = names.get(result.note) ?? []
        names.set(result.note, [...known, `${module.relativeModuleId} > ${test.fullName}`])
      }
    for (const [reason, skipped] of names)
      process.stdout.write([`Skipped: ${reason}`, ...skipped.map((name) => `  ${name}`), '\n'].join('\n'))
  }
}
