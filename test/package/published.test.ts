import { readFile } from 'node:fs/promises'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/processes/npm.js'
import { packPackage } from '../support/processes/packed-package.js'

// The same files are published from any Node.js: once is enough.
describe.runIf(process.env['MINIAPP_TEST_NODE'] === undefined)('what is published', () => {
  it('has nothing that publint would say', async () => {
    expect((await publint({ pkgDir: ROOT, level: 'suggestion', pack: false })).messages).toEqual([])
  })

  it('has types that every resolution of ES modules finds', async () => {
    const tarball = await packPackage()
    const result = await checkPackage(createPackageFromTarballData(await readFile(tarball.path)))
    if (result.types === false) throw new Error('The package has no types.')
    // The package is ES modules alone, for Node.js 20 and newer: node10 knows no `exports`, and require() loads it as a module.
    const problems = result.problems.filter(
      (problem) =>
        !(problem.kind === 'NoResolution' && problem.resolutionKind === 'node10') &&
        problem.kind !== 'CJSResolvesToESM',
    )
    expect(problems).toEqual([])
  })
})
