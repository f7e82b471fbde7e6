import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { NODE, runMiniapp } from '../support/processes/command-line.js'
import { ROOT } from '../support/processes/npm.js'
import { CACHE, fetchStarters, newFolder } from '../support/processes/starters.js'
import { LONG, someOf } from '../support/vitest/runs.js'

// The project's own build is what takes long, and it runs in Node.js of its own choice: once is enough.
const onOldestNode = process.env['MINIAPP_TEST_NODE'] === undefined

beforeAll(async () => {
  if (onOldestNode) await fetchStarters()
}, 600_000)

const WORDS = ['init', 'app', '--from', 'game', '--age-rating', '4+', '--summary', 'A starter, as it comes.']

/** What is answered first, and what comes of `--build`: a project that the service would accept and that runs. */
const goesThrough = async (cwd: string, bundler: string): Promise<void> => {
  const answer = await runMiniapp([...WORDS, '--format', 'json'], { cwd })
  expect(answer).toMatchObject({ code: 1, stderr: '' })
  expect(JSON.parse(answer.stdout)).toMatchObject({
    written: false,
    project: { bundler },
    build: { output: 'game/dist', advice: null },
  })
  const built = await runMiniapp([...WORDS, '--build', '--format', 'json'], { cwd })
  expect(built.code, built.stderr).toBe(0)
  const { from, check } = JSON.parse(built.stdout)
  expect({ from, review: check.review, runs: check.runs }).toEqual({
    from: 'game/dist',
    review: 'automatic',
    runs: true,
  })
}

/** The starters, and the same in JavaScript, which differ in their types only: those are built in long runs. */
const TYPED = ['vanilla-ts', 'react-ts', 'svelte-ts', 'vue-ts']
const PLAIN = ['vanilla', 'react', 'svelte', 'vue']

describe.runIf(onOldestNode)('a starter of npm create vite', { timeout: 240_000 }, () => {
  it.each([...someOf(TYPED, 2), ...(LONG ? PLAIN : [])])('becomes a mini app: %s', async (name) => {
    const cwd = await newFolder(name)
    await cp(join(CACHE, 'node_modules/create-vite', `template-${name}`), join(cwd, 'game'), {
      recursive: true,
    })
    await goesThrough(cwd, 'vite')
  })
})

/** Where each starter's first component is, and the call that its documentation needs, in the component's script. */
const READY = {
  'svelte-ts': {
    file: 'src/App.svelte',
    script: /<script[^>]*>/,
    lines: "import { onMount } from 'svelte'\nonMount(() => { void Service.ready() })",
  },
  'vue-ts': {
    file: 'src/App.vue',
    script: /<script[^>]*>/,
    lines: "import { onMounted } from 'vue'\nonMounted(() => { void Service.ready() })",
  },
} as const

describe.runIf(onOldestNode)('a starter of npm create vite, with init --add', { timeout: 240_000 }, () => {
  it.each(someOf(Object.entries(READY), 1))(
    'is built by the plugin: %s',
    async (name, { file, script, lines }) => {
      const cwd = await newFolder(`added-${name}`)
      await cp(join(CACHE, 'node_modules/create-vite', `template-${name}`), cwd, { recursive: true })
      await mkdir(join(cwd, 'node_modules'))
      await symlink(ROOT, join(cwd, 'node_modules/miniapp'), 'junction')
      expect((await runMiniapp(['init', '--add'], { cwd })).code).toBe(0)
      const text = await readFile(join(cwd, file), 'utf8')
      await writeFile(
        join(cwd, file),
        text.replace(script, (tag) => `${tag}\n${lines}\n`),
      )
      const vite = join(CACHE, 'node_modules/vite/bin/vite.js')
      await promisify(execFile)(NODE, [vite, 'build'], { cwd })
      const { code, stdout } = await runMiniapp(['check', '--format', 'json'], { cwd })
      const rules = JSON.parse(stdout).problems.map(({ rule }: { rule: string }) => rule)
      // The starters take their icons from `public/icons.svg`, which a page without an origin does not display.
      expect({ code, rules: [...new Set(rules)] }).toEqual({
        code: 0,
        rules: ['script/symbol-of-another-file', 'manifest/placeholder-app-id'],
      })
      expect((await runMiniapp(['pack', '--dry-run'], { cwd })).code).toBe(0)
    },
  )
})

describe.runIf(onOldestNode)('a project of webpack', { timeout: 240_000 }, () => {
  it('becomes a mini app', async () => {
    const cwd = await newFolder('webpack')
    const files = {
      'package.json': JSON.stringify({
        scripts: { build: 'webpack --mode production' },
        devDependencies: { webpack: '*', 'webpack-cli': '*', 'html-webpack-plugin': '*' },
      }),
      'webpack.config.js':
        "const Page = require('html-webpack-plugin')\nmodule.exports = { entry: './src/main.js', output: { path: require('path').resolve(__dirname, 'dist') }, plugins: [new Page({ title: 'Blocks' })] }\n",
      'src/main.js': "import { draw } from './draw'\ndraw(document.body)\n",
      'src/draw.js': "export const draw = (body) => { body.append('Blocks') }\n",
    }
    await mkdir(join(cwd, 'game/src'), { recursive: true })
    for (const [path, text] of Object.entries(files)) await writeFile(join(cwd, 'game', path), text)
    await goesThrough(cwd, 'webpack')
  })
})
