import { expect, it } from 'vitest'
import { paced } from '../../../src/playtest/drivers/driver.js'

it('a drag in a page that goes ends with its error, and leaves none that nobody waits for', async () => {
  const left: unknown[] = []
  const onLeft = (error: unknown): void => void left.push(error)
  process.on('unhandledRejection', onLeft)
  try {
    const path = [1, 2, 3].map((x) => ({ x, y: 0 }))
    const moved: number[] = []
    const drag = paced(path, async ({ x }) => {
      moved.push(x)
      if (x === 1) throw new Error('the page is closed')
    })
    await expect(drag).rejects.toThrow('the page is closed')
    expect(moved).toEqual([1, 2, 3])
    expect(left).toEqual([])
  } finally {
    process.off('unhandledRejection', onLeft)
  }
})
