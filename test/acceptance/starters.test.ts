import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runMiniapp } from '../support/processes/command-line.js'
import { CACHE, fetchStarters, newFolder } from '../support/processes/starters.js'

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

describe.runIf(onOldestNode)('a starter of npm create vite', { timeout: 240_000 }, () => {
  it.each(['vanilla', 'vanilla-ts', 'react', 'react-ts', 'svelte', 'svelte-ts', 'vue', 'vue-ts'])(
    'becomes a mini app: %s',
    async (name) => {
      const cwd = await newFolder(name)
      await cp(join(CACHE, 'node_modules/create-vite', `template-${name}`), join(cwd, 'game'), {
        recursive: true,
      })
      await goesThrough(cwd, 'vite')
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
