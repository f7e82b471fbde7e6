import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, isolatingBrowser } from '../support/browser/browser.js'
import { problemsInBrowser } from '../support/browser/problems-in-browser.js'
import { NODE } from '../support/processes/command-line.js'
import { npm, ROOT } from '../support/processes/npm.js'
import { fetchStarters, newFolder } from '../support/processes/starters.js'
import { runHere } from '../support/rigs/command-here.js'
import { LONG } from '../support/vitest/runs.js'

/** The blocks of code in the README on bundlers, by language, in their order. */
let recipes: Readonly<Record<string, readonly string[]>>
beforeAll(async () => {
  await fetchStarters()
  const section = await readFile(join(ROOT, 'src/vite/README.md'), 'utf8')
  const found: Record<string, string[]> = {}
  for (const [, language = '', code = ''] of section.matchAll(/```(\w+)\n(.*?)```/gs))
    found[language] = [...(found[language] ?? []), code]
  recipes = found
}, 600_000)
afterAll(async () => closeWindows(await isolatingBrowser()))

const command = (start: string): readonly string[] => {
  const line = (recipes['sh'] ?? [])
    .join('\n')
    .split('\n')
    .find((one) => one.startsWith(start))
  if (line === undefined) throw new Error(`The README has no command that begins with ${start}.`)
  return line.split(' ')
}

/** The configuration file that the README gives under this name. */
const configOf = (name: string): string => {
  const config = recipes['js']?.find((code) => code.startsWith(`// ${name}\n`))
  if (config === undefined) throw new Error(`The README has no ${name}.`)
  return config
}

/** The page of the README around the elements that it gives. */
const page = (elements: string): string =>
  `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Recipe</title>\n<div id="root"></div>\n${elements}</html>\n`

/** A React page that calls `Service.ready()` where the README says. */
const REACT = `import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'

const Game = () => {
  useEffect(() => { Service.ready() }, [])
  return createElement('main', { style: { background: 'teal', height: '100vh' } }, 'Ready to play')
}
createRoot(document.querySelector('#root')).render(createElement(Game))
`
const PLAIN = `import { label } from './label.js'
document.querySelector('#root').innerHTML = '<main style="background: teal; height: 100vh">' + label + '</main>'
Service.ready()
`

/** What is bundled. A page of React needs all that a plain one does, which long runs bundle too. */
const PAGES = LONG
  ? ([
      ['plain', PLAIN],
      ['React', REACT],
    ] as const)
  : ([['React', REACT]] as const)

/** A project as the README has it: the source in src/, the bundle in a folder beside it. */
const newProject = async (name: string, main: string, bundle: string): Promise<string> => {
  const folder = await newFolder(`recipe-${name}`)
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await write('package.json', JSON.stringify({ private: true, type: 'module', miniapp: { folder: 'dist' } }))
  await write('src/main.js', main)
  await write('src/label.js', "export const label = 'Ready to play'\n")
  await mkdir(join(folder, bundle), { recursive: true })
  await cp(join(ROOT, 'templates/blank/icon.png'), join(folder, bundle, 'icon.png'))
  await write(
    `${bundle}/manifest.json`,
    JSON.stringify({
      service_miniapp: 1,
      app_id: 'ma_abcdefghij',
      version: '1.0.0',
      name: 'Recipe',
      summary: 'A page as the README bundles it',
      age_rating: '4+',
      icon: 'icon.png',
      access: { type: 'free' },
    }),
  )
  return folder
}

/** Runs a command of the README with the tools of this checkout in place of those that npx would fetch. */
const run = async ([program, ...words]: readonly string[], cwd: string): Promise<void> => {
  expect(program).toBe('npx')
  const path = [join(ROOT, 'node_modules/.bin'), dirname(NODE), process.env['PATH'] ?? ''].join(delimiter)
  await promisify(execFile)('npx', ['--no-install', ...words], {
    cwd,
    env: { ...process.env, PATH: path },
    shell: process.platform === 'win32',
  })
}

/** Nothing to report, neither by check nor in the browser. */
const isSound = async (folder: string): Promise<void> => {
  const checked = await runHere(['check', folder, '--strict', '--format', 'json'], { cwd: folder })
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, problems: [] })
  expect(await problemsInBrowser(folder)).toEqual([])
}

const bundled = async (folder: string): Promise<void> => {
  await cp(join(ROOT, 'dist/sdk/service-miniapp.js'), join(folder, 'app/service-miniapp.js'))
  const [elements = ''] = recipes['html'] ?? []
  await writeFile(join(folder, 'app/index.html'), page(elements))
}

describe('the recipes of the README, as they are', { timeout: 240_000 }, () => {
  // What bundles do in general is tried in `bundlers.test.ts`.
  it.runIf(LONG).each(PAGES)('esbuild, with a %s page', async (name, main) => {
    const folder = await newProject(`esbuild-${name}`, main, 'app')
    await bundled(folder)
    await run(command('npx esbuild'), folder)
    await isSound(join(folder, 'app'))
  })

  it.runIf(LONG).each(PAGES)('Rollup, with a %s page', async (name, main) => {
    const folder = await newProject(`rollup-${name}`, main, 'app')
    await bundled(folder)
    await writeFile(join(folder, 'rollup.config.js'), configOf('rollup.config.js'))
    await run(command('npx rollup'), folder)
    await isSound(join(folder, 'app'))
  })

  it.each(PAGES)('Vite, with a %s page', async (name, main) => {
    const folder = await newProject(`vite-${name}`, main, 'public')
    const config = configOf('vite.config.js')
    await writeFile(join(folder, 'vite.config.js'), config)
    await writeFile(join(folder, 'index.html'), page('<script type="module" src="/src/main.js"></script>\n'))
    await mkdir(join(folder, 'node_modules'), { recursive: true })
    await symlink(ROOT, join(folder, 'node_modules/miniapp'), 'junction')
    await npm(['exec', '--', 'vite', 'build'], folder)
    await isSound(folder)
  })

  it('Vite, with a page that never calls ready: the build warns, and so does check', async () => {
    const folder = await newProject('vite-silent', "document.body.append('Silent')", 'public')
    const config = configOf('vite.config.js')
    await writeFile(join(folder, 'vite.config.js'), config)
    await writeFile(join(folder, 'index.html'), page('<script type="module" src="/src/main.js"></script>\n'))
    await mkdir(join(folder, 'node_modules'), { recursive: true })
    await symlink(ROOT, join(folder, 'node_modules/miniapp'), 'junction')
    expect(await npm(['exec', '--', 'vite', 'build'], folder)).toContain('no script calls Service.ready()')
    const { stdout } = await runHere(['check', '--format', 'json'], { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, problems: [{ rule: 'sdk/ready-unused' }] })
  })
})
