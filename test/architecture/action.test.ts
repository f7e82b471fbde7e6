import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../support/processes/npm.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** A step of the action, as far as it is read here. */
interface Step {
  readonly name: string
  /** The expression of its condition; null where the step always runs. */
  readonly condition: string | null
  readonly shell: string
  /** Environment variables, by the input that each takes its value from. */
  readonly environment: Readonly<Record<string, string>>
  readonly script: string
}

const text = await readFile(join(ROOT, 'action.yml'), 'utf8')

/** Reads the steps: the file has the plain form that this understands, or a test below fails. */
const steps: readonly Step[] = text
  .split(/^ {4}- name: /m)
  .slice(1)
  .map((part) => {
    const field = (name: string): string | null =>
      new RegExp(`^ {6}${name}: (.*)$`, 'm').exec(part)?.[1] ?? null
    const script = /^ {6}run: \|\n((?: {8}.*\n|\n)+)/m.exec(part)?.[1] ?? ''
    return {
      name: part.slice(0, part.indexOf('\n')),
      condition: /^\$\{\{ (.*) \}\}$/.exec(field('if') ?? '')?.[1] ?? null,
      shell: field('shell') ?? '',
      environment: Object.fromEntries(
        [...part.matchAll(/^ {8}(\w+): \$\{\{ inputs\.(\w+) \}\}$/gm)].map(([, variable, input]) => [
          variable ?? '',
          input ?? '',
        ]),
      ),
      script: script.replace(/^ {8}/gm, ''),
    }
  })

const DEFAULTS = {
  path: '.',
  strict: 'false',
  allow: '',
  test: 'true',
  shard: '',
  connect: '',
  report: '',
  pack: '',
  post: '',
  link: '',
  rating: '',
  reason: '',
  token: '',
  service: '',
  version: 'latest',
}

type Inputs = typeof DEFAULTS

/** Stands in for npm and for miniapp: writes down how it was called, and says what is hostile. */
const RECORDER = `#!/usr/bin/env node
const fs = require('node:fs')
const path = require('node:path')
const name = path.basename(process.argv[1])
const call = { name, words: process.argv.slice(2), strict: process.env.MINIAPP_STRICT ?? null, allow: process.env.MINIAPP_ALLOW ?? null }
if (call.words[0] === 'post')
  call.settings = ['RATING', 'REASON', 'TOKEN', 'BASE_URL'].map((one) => process.env['MINIAPP_' + one])
fs.appendFileSync(process.env.RECORD, JSON.stringify(call) + '\\n')
console.log('::error::the name of the app')
`

/** Runs the steps as a runner does, with what is installed faked. */
const runAction = async (given: Partial<Inputs>) => {
  const inputs: Readonly<Record<string, string>> = { ...DEFAULTS, ...given }
  const folder = await temporaryFolder()
  const workspace = join(folder, 'checkout')
  const binaries = join(folder, 'bin')
  const installed = join(folder, 'temp/miniapp/node_modules/.bin')
  for (const made of [workspace, binaries, installed]) await mkdir(made, { recursive: true })
  for (const program of [join(binaries, 'npm'), join(installed, 'miniapp')]) {
    await writeFile(program, RECORDER)
    await chmod(program, 0o755)
  }
  const record = join(folder, 'calls')
  await writeFile(record, '')
  const output: string[] = []
  for (const step of steps) {
    if (step.name === 'Test' && inputs['test'] !== 'true') continue
    if (step.name === 'Pack' && inputs['pack'] === '') continue
    if (step.name === 'Post' && inputs['post'] === '') continue
    const values = Object.entries(step.environment).map(([name, input]) => [name, inputs[input] ?? ''])
    const { stdout, failed } = await promisify(execFile)(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.script],
      {
        cwd: workspace,
        env: {
          PATH: `${binaries}:${process.env['PATH'] ?? ''}`,
          RUNNER_TEMP: join(folder, 'temp'),
          RECORD: record,
          ...Object.fromEntries(values),
        },
      },
    ).then(
      (ran) => ({ stdout: ran.stdout, failed: false }),
      (error: { stdout: string }) => ({ stdout: error.stdout, failed: true }),
    )
    output.push(stdout)
    if (failed) break
  }
  const calls = (await readFile(record, 'utf8')).split('\n').filter((line) => line !== '')
  return {
    calls: calls.map((line) => JSON.parse(line) as unknown),
    output,
    left: await readdir(workspace),
    temp: join(folder, 'temp'),
  }
}

const INSTALL = (temp: string, version: string) => ({
  name: 'npm',
  words: [
    'install',
    '--prefix',
    `${temp}/miniapp`,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `miniapp@${version}`,
  ],
  strict: null,
  allow: null,
})

describe('action.yml', () => {
  it('is of steps that run scripts of bash, with every input in use', () => {
    expect(steps.map(({ name, condition, shell }) => [name, condition, shell])).toEqual([
      ['Install miniapp', null, 'bash'],
      ['Check', null, 'bash'],
      ['Test', "inputs.test == 'true'", 'bash'],
      ['Pack', "inputs.pack != ''", 'bash'],
      ['Post', "inputs.post != ''", 'bash'],
    ])
    const declared = [...text.matchAll(/^ {2}(\w+):\n {4}description: /gm)].map(([, name]) => name)
    expect(declared.sort()).toEqual(Object.keys(DEFAULTS).sort())
    const used = steps.flatMap(({ condition, environment }) => [
      ...Object.values(environment),
      ...[...(condition ?? '').matchAll(/inputs\.(\w+)/g)].map(([, name]) => name),
    ])
    expect([...new Set(used)].sort()).toEqual(Object.keys(DEFAULTS).sort())
  })

  it('passes what people give it as data, never as a part of a script', () => {
    for (const { script } of steps) {
      expect(script).not.toBe('')
      expect(script).not.toContain('${{')
    }
  })

  describe('as a runner runs it', () => {
    beforeEach(({ skip }) => skip(...missing.shell))

    it('installs once, checks and tests, and packs when told where', async () => {
      const { calls, temp } = await runAction({
        path: 'app',
        strict: 'true',
        allow: 'a/b',
        pack: 'out/app.zip',
      })
      const miniapp = (...words: string[]) => ({ name: 'miniapp', words, strict: 'true', allow: 'a/b' })
      expect(calls).toEqual([
        INSTALL(temp, 'latest'),
        miniapp('check', '--format', 'github', '--', 'app'),
        miniapp('test', '--format', 'github', '--', 'app'),
        miniapp('pack', '--out', 'out/app.zip', '--overwrite', '--', 'app'),
      ])
    })

    it('tests a part, in other browsers and with a page, when told', async () => {
      const { calls } = await runAction({ shard: '2/4', connect: 'ws://farm:3000/', report: 'a report' })
      expect(calls.at(-1)).toMatchObject({
        words: [
          'test',
          '--format',
          'github',
          '--shard=2/4',
          '--connect=ws://farm:3000/',
          '--report=a report',
          '--',
          '.',
        ],
      })
    })

    it('does no more than it is told', async () => {
      const { calls, temp } = await runAction({ test: 'false', version: '^1.2' })
      expect(calls).toEqual([
        INSTALL(temp, '^1.2'),
        { name: 'miniapp', words: ['check', '--format', 'github', '--', '.'], strict: 'false', allow: '' },
      ])
    })

    it('posts with the token masked, and with a link if there is one', async () => {
      const given = { test: 'false', post: 'Out now', rating: 'sfw', reason: 'News' }
      const { calls, output } = await runAction({
        ...given,
        token: 'a%b',
        service: 'https://api.example.com',
        link: 'https://a.example',
      })
      expect(calls.at(-1)).toEqual({
        name: 'miniapp',
        words: ['post', '--link', 'https://a.example', '--', 'Out now'],
        strict: null,
        allow: null,
        settings: ['sfw', 'News', 'a%b', 'https://api.example.com'],
      })
      expect((output.at(-1) ?? '').split('\n').slice(0, 2)).toEqual([
        '::add-mask::a%25b',
        expect.stringMatching(/^::stop-commands::/),
      ])
      const { calls: bare } = await runAction(given)
      expect(bare.at(-1)).toMatchObject({ words: ['post', '--', 'Out now'] })
    })

    it('runs nothing that stands in an input', async () => {
      const hostile = `--help"; touch a; $(touch b) \`touch c\` '\ntouch d #`
      const { calls, left } = await runAction({
        path: hostile,
        pack: hostile,
        strict: hostile,
        allow: hostile,
        shard: hostile,
        connect: hostile,
        report: hostile,
        post: hostile,
        link: hostile,
        token: hostile,
      })
      expect(left).toEqual([])
      expect(calls.slice(1)).toMatchObject([
        { name: 'miniapp', words: ['check', '--format', 'github', '--', hostile], strict: hostile },
        {
          name: 'miniapp',
          words: [
            'test',
            '--format',
            'github',
            `--shard=${hostile}`,
            `--connect=${hostile}`,
            `--report=${hostile}`,
            '--',
            hostile,
          ],
          strict: hostile,
        },
        { name: 'miniapp', words: ['pack', '--out', hostile, '--overwrite', '--', hostile], strict: hostile },
        {
          name: 'miniapp',
          words: ['post', '--link', hostile, '--', hostile],
          settings: ['', '', hostile, ''],
        },
      ])
    })

    it.each(['', 'npm:other@1', 'https://elsewhere.test/a.tgz', '../a.tgz', '1.0.0 other', '1;2', '$(id)'])(
      'installs nothing but a version of miniapp: %j is none',
      async (version) => {
        const { calls, output } = await runAction({ version })
        expect(calls).toEqual([])
        expect(output).toEqual([
          '::error::The version is none of miniapp. Give one such as 1.2.3, ^1.2 or latest.\n',
        ])
      },
    )

    it('lets no words of the app be commands to the runner', async () => {
      const { output } = await runAction({ pack: 'app.zip', test: 'false' })
      const [stop, words, resume] = (output.at(-1) ?? '').trim().split('\n')
      const token = /^::stop-commands::([0-9a-f-]{36})$/.exec(stop ?? '')?.[1]
      expect([words, resume]).toEqual(['::error::the name of the app', `::${token}::`])
    })
  })
})
