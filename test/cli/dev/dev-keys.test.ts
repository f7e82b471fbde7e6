import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type DevKey, takeKeys } from '../../../src/cli/dev/dev-keys.js'
import { styles } from '../../../src/terminal/style.js'

/** A terminal on which lines are typed, and what the keys did and wrote. */
const typed = async (lines: string, keys: readonly DevKey[]) => {
  const stdin = Object.assign(new PassThrough(), { unref: () => {} }) as unknown as NodeJS.ReadStream
  const written: string[] = []
  const defects: unknown[] = []
  const stop = takeKeys(
    keys,
    { stdin, out: (text) => written.push(text), outStyles: styles(false) },
    (error) => defects.push(error),
  )
  const read = new Promise((resolve) => stdin.once('end', resolve))
  ;(stdin as unknown as PassThrough).end(lines)
  await read
  stop()
  return { written: written.join(''), defects }
}

describe('the keys of dev on a terminal', () => {
  const pressed: string[] = []
  const keys: readonly DevKey[] = [
    { key: 'r', does: 'reload', run: () => void pressed.push('r') },
    { key: 'q', does: 'stop', run: () => void pressed.push('q') },
  ]

  it('act on a letter with Enter, in either letter case', async () => {
    pressed.length = 0
    const { written } = await typed('r\nR\n q \n', keys)
    expect(pressed).toEqual(['r', 'r', 'q'])
    expect(written).toBe('')
  })

  it('are listed by h', async () => {
    const { written } = await typed('h\n', keys)
    expect(written).toBe('  r + Enter  reload\n  q + Enter  stop\n  h + Enter  list the keys\n\n')
  })

  it('are named where a line is none of them, and an empty line does nothing', async () => {
    pressed.length = 0
    const { written } = await typed('x\n\nreload\n', keys)
    expect(written).toBe('  Press h + Enter to list the keys.\n  Press h + Enter to list the keys.\n')
    expect(pressed).toEqual([])
  })

  it('report an action that fails', async () => {
    const error = new Error('no')
    const { defects } = await typed('x\n', [{ key: 'x', does: 'fail', run: () => Promise.reject(error) }])
    expect(defects).toEqual([error])
  })
})
