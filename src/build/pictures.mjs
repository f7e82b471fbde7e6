#!/usr/bin/env node
// Makes the pictures of README.md from the built tool: the simulator, and a recording of a first app.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { CHROME_ARGUMENTS, findOrInstallChrome } from './browsers.mjs'
import { evaluate } from './evaluate.mjs'
import { ROOT } from './paths.mjs'

const { escapeHtml } = await evaluate('src/local-server/html.ts')

const SIZE = { width: 1_280, height: 760 }
/** Below the page is a line that says what happens. */
const CAPTION = 52
const MOST_BYTES = 2_000_000

const home = await mkdtemp(join(tmpdir(), 'miniapp-pictures-'))
// By its name, as people run it: it repeats in its output how it was started.
await symlink(join(ROOT, 'bin/miniapp.js'), join(home, 'miniapp'))
const options = {
  cwd: home,
  env: { ...process.env, PATH: `${home}${delimiter}${process.env['PATH']}`, NO_COLOR: '1' },
}
const browser = await chromium.launch({ executablePath: findOrInstallChrome(), args: CHROME_ARGUMENTS })
/** @type {{ png: Buffer, delay: number }[]} */
const frames = []

const terminal = await browser.newPage({ viewport: SIZE })
const captions = await browser.newPage({ viewport: { width: SIZE.width, height: CAPTION } })

/** @param {string} text */
const captionOf = async (text) => {
  await captions.setContent(
    `<body style="margin:0;background:#1c2028;color:#e9ebef;font:500 20px/${CAPTION}px system-ui,sans-serif;text-align:center">${escapeHtml(text)}`,
  )
  return captions.screenshot()
}

/**
 * Adds what a page shows to the recording.
 * @param {import('playwright-core').Page} page
 * @param {string} caption
 * @param {number} delay milliseconds
 */
const take = async (page, caption, delay) => {
  const picture = await page.screenshot()
  const png = await sharp(picture)
    .extend({ bottom: CAPTION, background: '#1c2028' })
    .composite([{ input: await captionOf(caption), left: 0, top: SIZE.height }])
    .png()
    .toBuffer()
  frames.push({ png, delay })
}

let shown = ''
/**
 * Shows text on the terminal.
 * @param {string} text
 * @param {string} caption
 * @param {number} delay
 */
const print = async (text, caption, delay) => {
  shown += text
  await terminal.setContent(
    `<body style="margin:0;padding:36px 44px;background:#0e1014;color:#e9ebef"><pre style="margin:0;font:20px/1.5 ui-monospace,'DejaVu Sans Mono',monospace;white-space:pre-wrap">${escapeHtml(shown)}<span style="background:#a5a8ff"> </span></pre>`,
  )
  await take(terminal, caption, delay)
}

/**
 * Types a command.
 * @param {string} command
 * @param {string} caption
 */
const type = async (command, caption) => {
  await print(`${shown === '' ? '' : '\n'}$ `, caption, 300)
  for (const word of command.split(/(?<= )/)) await print(word, caption, 110)
}

const init = 'miniapp init hello --template arcade --name "Orbit Hop" --yes'
await type(init, 'Make an app from a template')
const [, ...words] = init.split(' ').map((word) => word.replaceAll('"', ''))
words.splice(words.indexOf('Orbit'), 2, 'Orbit Hop')
await print(
  `\n${execFileSync(join(home, 'miniapp'), words, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })}`,
  'Make an app from a template',
  1_800,
)
await type('cd hello', 'Run it in the simulator')
await type('miniapp dev', 'Run it in the simulator')

const dev = spawn(join(home, 'miniapp'), ['dev', '--no-open', '--data', join(home, 'data')], {
  ...options,
  cwd: join(home, 'hello'),
  stdio: ['ignore', 'pipe', 'ignore'],
})
try {
  let said = ''
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    dev.stdout.setEncoding('utf8').on('data', (text) => {
      said += text
      const [address] = /http:\/\/localhost:\d+\//.exec(said) ?? []
      if (address !== undefined && said.includes('Ctrl-C')) resolve(address)
    })
    dev.once('exit', () => reject(new Error(`miniapp dev ended: ${said}`)))
  })
  await print(`\n${said}`, 'Run it in the simulator', 1_500)

  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' })
  await page.goto(url)
  await page.getByRole('combobox', { name: 'Frame size' }).selectOption('Phone')
  await page.getByRole('button', { name: /^Fit/ }).click()
  const app = page.frameLocator('iframe[title="Mini app"]').first()
  // By key: Playwright misses what it clicks in a frame that is scaled down.
  /** @param {string} name */
  const tap = (name) => app.getByRole('button', { name, exact: true }).press('Enter')
  const play = 'Play: every call of the app is in the log'
  await app.getByRole('button', { name: 'Play' }).waitFor()
  await take(page, play, 1_200)
  await tap('Play')
  for (let leap = 0; leap < 14; leap += 1) {
    await page.waitForTimeout(150)
    if (leap % 5 === 4) await app.locator('#stage').press('Space')
    await take(page, play, 150)
  }

  const save = 'Save index.html: the app is loaded again'
  const file = join(home, 'hello/index.html')
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('Orbit Hop</h1>', 'Comet Hop</h1>'))
  await app.getByRole('heading', { name: 'Comet Hop' }).waitFor()
  await app.getByRole('button', { name: 'Play' }).waitFor()
  await take(page, save, 2_000)

  const pay = 'Pay: the sheets of the host, with play money'
  await tap('Shop')
  await take(page, pay, 900)
  await app.locator('#buy-chances').press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(600)
  await take(page, pay, 1_800)
  await page.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.waitForTimeout(600)
  await take(page, pay, 1_600)
  await tap('Back')
  await tap('Play')
  await page.setViewportSize({ width: 1_600, height: 930 })
  await page.waitForTimeout(800)
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(join(ROOT, '.github/simulator.png'))
  await page.setViewportSize(SIZE)

  const seat = 'Add a seat: another person, in the same window'
  await page.getByTitle('Add another person: seat 2').click()
  await page
    .getByRole('region', { name: 'Seat 2' })
    .frameLocator('iframe')
    .getByRole('button', { name: 'Play' })
    .waitFor()
  await page.waitForTimeout(500)
  await take(page, seat, 3_000)
} finally {
  dev.kill('SIGINT')
  await browser.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}

const recording = await sharp(
  frames.map(({ png }) => png),
  { join: { animated: true } },
)
  .webp({ delay: frames.map(({ delay }) => delay), loop: 0, quality: 72, effort: 4 })
  .toBuffer()
if (recording.length > MOST_BYTES) throw new Error(`The recording has ${recording.length} bytes.`)
await writeFile(join(ROOT, '.github/first-app.webp'), recording)
