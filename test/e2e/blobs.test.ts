import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BinaryAnswer } from '../../src/host/session/binary-answer.js'
import { inDist } from '../../src/in-dist.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { simulatorRig } from '../support/rigs/simulator-rig.js'

const APP = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title></head><body><script>
window.got = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data)))
</script></body></html>`

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

it('4: an app receives a picture as a Blob, with its type and size, and can show it', async () => {
  const rig = await simulatorRig({ files: { 'index.html': APP }, shellFolder: inDist('shell') })
  const shell = await openShell(browser, `${rig.shellOrigin}/`)
  const frame = await shell.app()
  const [window] = rig.simulator.windows.seats
  if (window === undefined) throw new Error('The shell took no seat.')
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const { message, binaries } = rig.simulator.answerBytes.setAside(window, {
    service: 1,
    id: 'a',
    result: { status: 'picked', image: new BinaryAnswer('image/png', pixel), width: 1 },
  })
  window.send({ type: 'to-app', frame: 1, message, binaries })
  const received = await frame.evaluate(async () => {
    const { result, ...envelope } = await (Reflect.get(window, 'got') as Promise<{
      result: { image: Blob; status: string; width: number }
    }>)
    const picture = new Image()
    picture.src = URL.createObjectURL(result.image)
    await picture.decode()
    const { size, type } = result.image
    return { envelope, isBlob: result.image instanceof Blob, size, type, shown: picture.naturalWidth }
  })
  expect(received).toEqual({
    envelope: { service: 1, id: 'a' },
    isBlob: true,
    size: pixel.length,
    type: 'image/png',
    shown: 1,
  })
  expect(rig.simulator.answerBytes.size).toBe(0)
  expect(shell.errors).toEqual([])
})
