import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandRig } from '../../../support/rigs/command-rig.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

/** What the registry has, as `name@version`. */
const REGISTRY = ['one@1.4.0', 'two@1.9.0', 'two@2.0.3', '@fontsource/lobster@5.0.0']

/** Stands in for npm: it puts what the registry has into `node_modules`, or fails as npm does, and writes down its words. */
const FAKE = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const registry = ${JSON.stringify(REGISTRY)}.map((one) => [one.slice(0, one.lastIndexOf('@')), one.slice(one.lastIndexOf('@') + 1)])
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
appendFileSync(process.env.NPM_SEEN, JSON.stringify([process.argv.slice(2).includes('--ignore-scripts'), dependencies]) + '\\n')
const found = Object.entries(dependencies).map(([key, text]) => {
  const [, name = key, range = text] = /^npm:(.*)@(.*)$/.exec(text) ?? []
  const version = registry.findLast(([one, version]) => one === name && (range === '*' || version === range || (range.startsWith('~') && version.startsWith(range.slice(1, 4)))))?.[1]
  return [key, version]
})
if (found.some(([, version]) => version === undefined)) process.exit(1)
for (const [name, version] of found) {
  mkdirSync('node_modules/' + name, { recursive: true })
  writeFileSync('node_modules/' + name + '/package.json', JSON.stringify({ version }))
  writeFileSync('node_modules/' + name + '/' + name.replace(/.*\\/|-.*/g, '') + '.min.js', '// ' + name)
  writeFileSync('node_modules/' + name + '/400.css', '@font-face { font-family: Lobster; src: url(./a.woff2) }')
  writeFileSync('node_modules/' + name + '/a.woff2', 'wOF2')
}
`

const game = async (head: string) => {
  const rig = await commandRig()
  const bin = await temporaryFolder()
  await writeFile(join(bin, 'npm'), `#!${process.execPath}\n${FAKE}`)
  await chmod(join(bin, 'npm'), 0o755)
  await mkdir(join(rig.home, 'game'))
  await writeFile(
    join(rig.home, 'game/index.html'),
    `<!doctype html><html lang="en"><head><title>Game</title>${head}</head><body>Hello</body></html>`,
  )
  const seen = join(bin, 'seen')
  return {
    adopt: async (...flags: readonly string[]) => {
      const words = [
        'init',
        'app',
        '--from',
        'game',
        '--age-rating',
        '4+',
        '--summary',
        'A game to bring along.',
      ]
      const { code, stdout } = await rig.run([...words, '--no-test', '--format', 'json', ...flags], {
        environment: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, NPM_SEEN: seen },
      })
      const { missing } = JSON.parse(stdout) as { missing: readonly { readonly remedy: string | null }[] }
      const page = await readFile(join(rig.home, 'app/index.html'), 'utf8')
      return { code, page, remedies: missing.map(({ remedy }) => remedy) }
    },
    installs: async (): Promise<readonly unknown[]> =>
      (await readFile(seen, 'utf8').catch(() => ''))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  }
}

const script = (specifier: string, file: string): string =>
  `<script src="https://cdn.jsdelivr.net/npm/${specifier}/${file}"></script>`

describe.skipIf(process.platform === 'win32')('init --from: what a game loads from the web', () => {
  it.each([['--install'], ['--yes']])('comes from npm with %s, without running its scripts', async (flag) => {
    const { adopt, installs } = await game(
      `${script('one@1.4.0', 'one.min.js')}<link rel="stylesheet" href="https://fonts.googleapis.com/css?family=Lobster">`,
    )
    const { code, page, remedies } = await adopt(flag)
    expect({ code, remedies }).toEqual({ code: 0, remedies: [] })
    expect(page).toContain('<script src="lib/one/one.min.js"></script>')
    expect(page).toContain('href="lib/fontsource/lobster/google-fonts.css"')
    expect(await installs()).toEqual([[true, { one: '1.4.0', '@fontsource/lobster': '*' }]])
  })

  it('comes in two versions where the game loads both', async () => {
    const { adopt, installs } = await game(
      `${script('two@2.0.3', 'two.min.js')}${script('two@1.9.0', 'two.min.js')}`,
    )
    const { page, remedies } = await adopt('--install')
    expect(remedies).toEqual([])
    expect(page).toContain(
      '<script src="lib/two/two.min.js"></script><script src="lib/two-1.9.0/two.min.js"></script>',
    )
    expect(await installs()).toEqual([[true, { two: '2.0.3', 'two-1.9.0': 'npm:two@1.9.0' }]])
  })

  it('stays away without either, and the report says how it comes', async () => {
    const { adopt, installs } = await game(script('one@1.4.0', 'one.min.js'))
    expect(await adopt()).toMatchObject({
      remedies: ['Run this command again with --install --force: it gets one@1.4.0 from npm.'],
    })
    expect(await adopt('--yes', '--no-install', '--force')).toMatchObject({ remedies: [expect.any(String)] })
    expect(await installs()).toEqual([])
  })

  it('comes in a near version, and without what npm does not have', async () => {
    const { adopt } = await game(
      script('two@2.0.1', 'two.min.js') + script('none@1.0.0', 'none.js') + script('one@1.4.0', 'other.js'),
    )
    const { page, remedies } = await adopt('--install')
    expect(page).toContain('<script src="lib/two/two.min.js"></script>')
    expect(remedies).toEqual([
      'npm has no none@1.0.0. Put the file into game, and load it from there.',
      'one 1.4.0 has no other.js. Put the file into game, and load it from there.',
    ])
  })

  it('is installs for by a name and a range of versions only', async () => {
    const { adopt, installs } = await game(script('one@1.4.0;echo$(id)', 'one.min.js'))
    await adopt('--install')
    expect(await installs()).toEqual([[true, { one: '*' }]])
  })
})
