import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { BINARY, NODE, type Run, runMiniapp } from '../support/processes/command-line.js'
import { ROOT } from '../support/processes/npm.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** The commands under a heading of README.md, without their comments; the one that installs the tool aside. */
const commandsUnder = async (heading: string): Promise<readonly string[]> => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const block = readme.split(`\n## ${heading}\n`)[1]?.split('```sh\n')[1]?.split('```')[0] ?? ''
  return block
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line !== '' && !line.startsWith('npm install --global'))
}

/** Runs `miniapp dev` until it tells its address, and stops it. */
const runDev = (words: readonly string[], cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(NODE, [BINARY, ...words], {
      cwd,
      env: {
        ...{ PATH: process.env['PATH'] ?? '', HOME: cwd, USERPROFILE: cwd, CI: 'true' },
        ...{ MINIAPP_PORT: '0', MINIAPP_NO_OPEN: '1' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let told = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told += text
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told += text
      if (/http:\/\/\S+/.test(told)) child.kill('SIGINT')
    })
    child.once('error', reject)
    child.once('exit', () => resolve(told))
  })

/** What `npm install` and `npm run build` do in a project that is built. */
const installAndBuild = async (project: string): Promise<void> => {
  for (const [name, target] of [
    ['miniapp', ROOT],
    ['vite', join(ROOT, 'node_modules', 'vite')],
  ] as const) {
    await mkdir(dirname(join(project, 'node_modules', name)), { recursive: true })
    await symlink(target, join(project, 'node_modules', name), 'junction')
  }
  await build({ root: project, logLevel: 'silent' })
}

describe('the commands of "Your first app in five minutes", one after the other', () => {
  it('are five', async () => {
    expect((await commandsUnder('Your first app in five minutes')).map((line) => line.split(' ')[1])).toEqual(
      ['init', 'hello', 'dev', 'check', 'pack'],
    )
  })

  // The other templates are played by tests of their own.
  it.each(['arcade', 'vite'])('work, and work again, with the template %s', async (template) => {
    const top = await temporaryFolder()
    const project = join(top, 'hello')
    const lines = await commandsUnder('Your first app in five minutes')
    /** Runs them all, and gives what became of each. */
    const runAll = async (): Promise<Readonly<Record<string, Run>>> => {
      let cwd = top
      const runs: Record<string, Run> = {}
      for (const line of lines) {
        const [program, command = '', ...flags] = line.replace('arcade', template).split(' ')
        if (program === 'cd') {
          cwd = join(cwd, command)
          if (template.startsWith('vite') && runs['init']?.code === 0) await installAndBuild(cwd)
        } else if (command === 'dev') expect(await runDev([command, ...flags], cwd)).toContain('http://')
        else runs[command] = await runMiniapp([command, ...flags], { cwd })
      }
      return runs
    }
    const first = await runAll()
    expect(first).toMatchObject({
      init: { code: 0, stderr: '' },
      check: { code: 0, stderr: '' },
      pack: { code: 0, stderr: '' },
    })
    const zip = 'ma_exampleapp-1.0.0.zip'
    expect(first['pack']?.stdout).toContain(`Packed ${zip}`)
    const files = await readdir(project)
    expect(files.filter((name) => /\.zip|tmp/.test(name))).toEqual([zip])

    // What the first time left behind is in nobody's way.
    const second = await runAll()
    expect(second['init']?.code).not.toBe(0)
    expect(second['check']).toEqual(first['check'])
    expect(second['pack']).toMatchObject({
      code: 1,
      stderr: `error ${zip} already exists.\nRaise the version with --bump, or replace the zip with --overwrite.\n`,
    })
    const bumped = await runMiniapp(['pack', '--bump', 'patch', '--format', 'json'], { cwd: project })
    expect(bumped).toMatchObject({ code: 0, stderr: '' })
    const { zip: packed } = JSON.parse(bumped.stdout)
    expect(packed.path).toBe('ma_exampleapp-1.0.1.zip')
    expect(packed.files.filter(({ path }: { path: string }) => path.endsWith('.zip'))).toEqual([])
    expect((await runMiniapp(['pack', '--overwrite'], { cwd: project })).code).toBe(0)
    expect((await readdir(project)).sort()).toEqual([...files, 'ma_exampleapp-1.0.1.zip'].sort())
  })
})
