import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { TestWindow } from '../../src/playtest/drivers/driver.js'
import { restedLook, settledLook } from '../../src/playtest/look.js'
import { seen } from '../../src/playtest/page/seen.js'
import { frameBox } from '../../src/playtest/page/shell-questions.js'

const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

it('waits for a page that shows nothing yet, though it looks the same for a while', async () => {
  let looks = 0
  const answers = new Map<unknown, () => unknown>([
    [frameBox, () => ({ x: 0, y: 0, width: 8, height: 8 })],
    [
      seen,
      () => {
        looks += 1
        return { lines: looks > 3 ? ['Play'] : [], bars: [] }
      },
    ],
  ])
  const ask = async (question: unknown): Promise<unknown> => answers.get(question)?.()
  const window = { askApp: ask, askShell: ask, screenshot: async () => plain } as unknown as TestWindow
  expect((await settledLook(window))?.lines).toEqual(['Play'])
  expect(looks).toBe(5)
})

it('leaves out what changes by itself after a while, as the pictures of an intro do', async () => {
  const half = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'gold' } })
    .png()
    .toBuffer()
  const logo = await sharp(plain)
    .composite([{ input: half, gravity: 'north' }])
    .png()
    .toBuffer()
  const pictures = [logo, logo, logo, logo, logo, logo, plain]
  const ask = async (question: unknown): Promise<unknown> =>
    question === seen ? { lines: [], bars: [] } : { x: 0, y: 0, width: 8, height: 8 }
  const screenshot = async () => pictures.shift()
  const window = { askApp: ask, askShell: ask, screenshot } as unknown as TestWindow
  const look = await restedLook(window, 0)
  expect(look?.picture).toEqual(logo)
  expect([look?.still.cells.at(0), look?.still.cells.at(-1)]).toEqual([null, [0, 128, 128]])
})
