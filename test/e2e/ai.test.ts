/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { axeFindings } from '../support/browser/axe.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { showPanel } from '../support/browser/shell-panel.js'
import { sampleManifest } from '../support/fakes/sample-bundle.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script></head><body>
<button id="draw">Draw</button> <button id="play">Play</button> <button id="ask">Ask</button><p><img id="picture" alt=""><script>
Service.ready()
window.stages = []
window.taps = 0
window.begin = () => {
  window.outcome = new Promise((resolve) => {
    window.settle = resolve
  })
}
begin()
const run = (call) => {
  window.stages = []
  const answered = call({ onProgress: ({ stage }) => stages.includes(stage) || stages.push(stage) })
    .then(async (answer) => {
      if (answer.image) {
        const image = document.getElementById('picture')
        image.src = URL.createObjectURL(answer.image)
        await image.decode()
        return { ...answer, image: [answer.image.type, image.naturalWidth, image.naturalHeight] }
      }
      if (answer.audio) {
        const bytes = await answer.audio.arrayBuffer()
        const heard = await new OfflineAudioContext(1, 44100, 44100).decodeAudioData(bytes)
        return { ...answer, audio: [answer.audio.type, Math.round(heard.duration * 100) / 100] }
      }
      return answer
    })
    .catch((error) => error.code)
  settle(answered)
}
const on = (id, call) => document.getElementById(id).addEventListener('click', () => run(call))
on('draw', (more) => Service.ai.image.generate({ prompt: 'A red fox in the snow', quality: 'fast', seed: 7, ...more }))
on('play', (more) => Service.ai.audio.generate({ prompt: 'happy tune', seconds: 8, ...more }))
on('ask', (more) => Service.ai.ask({ prompt: 'Name a fox: {"name": "x"}', format: 'json', ...more }))
addEventListener('pointerdown', () => taps++)
</script></body></html>`

const purpose = 'Draws & plays what you <write>'
const MANIFEST = sampleManifest({
  capabilities: {
    'ai.image': { version: 1, purpose },
    'ai.audio': { version: 1, purpose },
    'ai.assistant': { version: 1, purpose, tools: ['web_search'] },
  },
})

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

const start = async (switches: object): Promise<{ dev: DevSimulator; shell: Page; frame: Frame }> => {
  const dev = await startDev({ 'index.html': APP, 'manifest.json': MANIFEST })
  onTestFinished(() => dev.stop())
  await set(dev, switches)
  const { page: shell, app } = await openShell(browser, dev.url)
  return { dev, shell, frame: await app() }
}
const set = (dev: DevSimulator, switches: object) =>
  dev.ask('switches', { method: 'PATCH', body: JSON.stringify(switches) })
const pause = (dev: DevSimulator, pause: boolean) =>
  dev.ask('clock', { method: 'POST', body: JSON.stringify({ pause }) })
/** Presses a button of the app: the next outcome is that of its call, however late the page hears of the press. */
const press = async (frame: Frame, button: '#draw' | '#play' | '#ask') => {
  await frame.evaluate(() => Reflect.get(window, 'begin')())
  await frame.click(button)
}
const outcome = (frame: Frame) => frame.evaluate(() => Reflect.get(window, 'outcome'))
const stages = (frame: Frame) => frame.evaluate(() => Reflect.get(window, 'stages'))
const useAi = (shell: Page) => shell.getByRole('dialog', { name: 'Use AI' })
const strip = (shell: Page) => shell.getByRole('status', { name: 'AI' })

describe('4.7: AI in the simulator', () => {
  it('asks once, then makes a picture, a sound and an answer, each as its own kind of thing', async () => {
    const { dev, shell, frame } = await start({ platform: 'ios', ai: { 'ai.image': 'needs_download' } })
    await press(frame, '#draw')
    const sheet = useAi(shell)
    await sheet.waitFor()
    const words = await sheet.innerText()
    expect(words).toContain(purpose)
    expect(words).toMatch(/runs on your phone/)
    expect(words).toMatch(/2\.1 GB/)
    expect(await axeFindings(shell)).toEqual([])
    // The work waits until its strip was seen.
    await pause(dev, true)
    await sheet.getByRole('button', { name: 'Allow' }).click()
    await strip(shell).getByText('A red fox in the snow').waitFor()
    await pause(dev, false)
    const picture = {
      status: 'made',
      image: ['image/png', 384, 384],
      type: 'image/png',
      width: 384,
      height: 384,
      seed: 7,
    }
    expect(await outcome(frame)).toEqual(picture)
    expect(await stages(frame)).toEqual(['downloading', 'loading', 'making'])
    await strip(shell).waitFor({ state: 'detached' })

    await press(frame, '#draw')
    expect(await outcome(frame)).toEqual(picture)
    expect(await stages(frame)).toEqual(['making'])

    await press(frame, '#play')
    await useAi(shell).getByRole('button', { name: 'Allow' }).click()
    expect(await outcome(frame)).toEqual({
      status: 'made',
      audio: ['audio/wav', 8],
      type: 'audio/wav',
      seconds: 8,
      seed: expect.any(Number),
    })

    await press(frame, '#ask')
    await useAi(shell).getByRole('button', { name: 'Allow' }).click()
    expect(await outcome(frame)).toEqual({
      status: 'answered',
      text: expect.stringMatching(/^\{"name":".+"\}$/),
      json: { name: expect.any(String) },
      searched: false,
    })

    // The developer sees and hears it too.
    await showPanel(shell, 'calls')
    await shell.getByRole('combobox', { name: 'Show' }).selectOption('calls')
    await shell.getByText('ai.image.generate').first().click()
    await shell.getByRole('img', { name: 'Media in the answer' }).waitFor()

    await showPanel(shell, 'switches')
    await shell.getByRole('button', { name: 'Record answers' }).click()
    await shell.getByText('3 answers in .miniapp/ai.json').waitFor()
    const script = join(dev.folder, '.miniapp', 'ai.json')
    expect(JSON.parse(await readFile(script, 'utf8'))).toMatchObject({
      answers: [{ for: 'ai.image' }, { for: 'ai.audio' }, { for: 'ai.assistant' }],
    })
    await writeFile(script, JSON.stringify({ answers: [{ for: 'ai.assistant', json: { name: 'Rex' } }] }))
    await press(frame, '#ask')
    expect(await outcome(frame)).toMatchObject({ text: '{"name":"Rex"}', json: { name: 'Rex' } })
    await writeFile(script, '{ "answers": [ }')
    await shell.getByText('line 1, column').waitFor()
    expect(await axeFindings(shell)).toEqual([])
  })

  it('leaves the app its input while the strip is there, and Cancel on it answers cancelled', async () => {
    const { dev, shell, frame } = await start({ platform: 'android', aiPace: 'real' })
    await press(frame, '#draw')
    await useAi(shell).getByRole('button', { name: 'Not now' }).click()
    expect(await outcome(frame)).toEqual({ status: 'cancelled' })

    await press(frame, '#draw')
    await useAi(shell).getByRole('button', { name: 'Allow' }).click()
    await strip(shell).waitFor()
    expect(await axeFindings(shell)).toEqual([])
    const taps = () => frame.evaluate(() => Number(Reflect.get(window, 'taps')))
    const before = await taps()
    await frame.locator('body').click({ position: { x: 20, y: 300 }, force: true })
    expect(await taps()).toBe(before + 1)
    expect(await frame.evaluate(() => Service.ai.ask({ prompt: 'x' }).catch((error) => error.code))).toBe(
      'BUSY',
    )

    await strip(shell).getByRole('button', { name: 'Cancel' }).click()
    expect(await outcome(frame)).toEqual({ status: 'cancelled' })
    await strip(shell).waitFor({ state: 'detached' })

    await press(frame, '#draw')
    await strip(shell).waitFor()
    await frame.evaluate(() => Service.ai.cancel())
    expect(await outcome(frame)).toEqual({ status: 'cancelled' })

    // Taken back by hand, so that the question can be tried again.
    await showPanel(shell, 'person')
    const taken = shell.getByRole('checkbox', { name: 'ai.image' })
    expect(await taken.isChecked()).toBe(true)
    await taken.uncheck()
    await expect.poll(async () => JSON.stringify(await dev.ask('calls'))).toContain('ai.image was disallowed')
    await press(frame, '#draw')
    await useAi(shell).waitFor()
  })

  it('is unavailable on the web, without a question', async () => {
    const { shell, frame } = await start({})
    for (const button of ['#draw', '#play', '#ask'] as const) {
      await press(frame, button)
      expect(await outcome(frame)).toEqual({ status: 'unavailable' })
    }
    expect(await useAi(shell).count()).toBe(0)
    expect(await frame.evaluate(() => Service.capability('ai.image'))).toMatchObject({ state: 'unavailable' })
  })
})
