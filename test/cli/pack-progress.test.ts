import { describe, expect, it, vi } from 'vitest'
import { showPackProgress } from '../../src/cli/run-pack.js'
import { styles } from '../../src/terminal/style.js'

/** A terminal, and a timer that fires when the test says so. */
const rig = (interactive: boolean) => {
  const written: string[] = []
  const waits: number[] = []
  const cancel = vi.fn()
  let fire = (): void => {}
  const progress = showPackProgress(
    { interactive, noteStyles: styles(false) },
    { write: (text) => written.push(text), columns: 80 },
    (delay, callback) => {
      waits.push(delay)
      fire = callback
      return cancel
    },
  )
  return { progress, written, waits, cancel, fire: () => fire() }
}

describe('the progress of pack', () => {
  it('shows the current stage after a second, and clears the line at the end', () => {
    const { progress, written, waits, fire } = rig(true)
    progress.onProgress({ stage: 'optimizing', done: 3, total: 40 })
    expect({ written, waits }).toEqual({ written: [], waits: [1_000] })
    fire()
    expect(written.join('')).toContain('Re-encoding PNGs (3 of 40)')
    progress.end()
    expect(written.at(-1)).toBe('\r\u001b[2K\u001b[?25h')
  })

  it('shows nothing for less than a second', () => {
    const { progress, written, cancel } = rig(true)
    progress.onProgress({ stage: 'zipping', done: 0, total: 0 })
    progress.end()
    expect(written).toEqual([])
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('shows nothing without a terminal', () => {
    const { progress, written, waits } = rig(false)
    progress.onProgress({ stage: 'zipping', done: 0, total: 0 })
    progress.end()
    expect({ written, waits }).toEqual({ written: [], waits: [] })
  })
})
