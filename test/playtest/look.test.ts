import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { TestWindow } from '../../src/playtest/drivers/driver.js'
import { settledLook } from '../../src/playtest/look.js'
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
