import { execFile } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PLAIN_TEMPLATES, scriptOf } from '../support/cases/templates.js'
import { NODE, runMiniapp } from '../support/processes/command-line.js'
import { ROOT } from '../support/processes/npm.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** What TypeScript says of a project, line by line, as an editor shows it: with nothing installed beside it. */
const complaints = (folder: string): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    execFile(NODE, [tsc, '-p', 'jsconfig.json', '--pretty', 'false'], { cwd: folder }, (error, stdout) => {
      if (error !== null && stdout === '') reject(error)
      else resolve(stdout.split('\n').filter((line) => line !== ''))
    })
  })

const WRONG_CALLS = `
Service.storage.set('best', 5)
Service.storage.put('best', '5')
Service.pickImage({ maxSize: 100 })
Service.on('visiblity', () => {})
Service.db.list('top', { order: 'desc' })
`

describe.each(PLAIN_TEMPLATES)('a project of the template %s', (template) => {
  const script = scriptOf(template)

  // TypeScript brings a program of its own, which says the same with any Node.js: once is enough.
  it.runIf(process.env['MINIAPP_TEST_NODE'] === undefined)(
    'has no type error in an editor, and every wrong call of the SDK is one',
    async () => {
      const cwd = await temporaryFolder()
      const made = await runMiniapp(['init', 'app', '--template', template], { cwd })
      expect(made).toMatchObject({ code: 0, stderr: '' })
      const folder = join(cwd, 'app')
      expect(await complaints(folder)).toEqual([])

      await appendFile(join(folder, script), WRONG_CALLS)
      const found = await complaints(folder)
      const errors = found.filter((line) => line.startsWith(`${script}(`))
      expect(errors.map((line) => /error TS\d+/.exec(line)?.[0])).toEqual([
        'error TS2345',
        'error TS2339',
        'error TS2561',
        'error TS2345',
        'error TS2322',
      ])
    },
  )

  it('keeps the settings of editors out of the zip', async () => {
    const cwd = await temporaryFolder()
    await runMiniapp(['init', 'app', '--template', template], { cwd })
    const { stdout } = await runMiniapp(['pack', '--dry-run'], { cwd: join(cwd, 'app') })
    const [packed = '', leftOut = ''] = stdout.split('Files to leave out')
    expect(packed).toContain('index.html')
    expect(packed).not.toContain('jsconfig.json')
    expect(leftOut).toContain('jsconfig.json')
  })
})
