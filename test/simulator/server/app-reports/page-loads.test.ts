import { describe, expect, it } from 'vitest'
import { PageLoads } from '../../../../src/simulator/server/app-reports/page-loads.js'
import { send, simulatorRig } from '../../../support/rigs/simulator-rig.js'

const watched = () => {
  let seq = 0
  let now = 0
  const loads = new PageLoads(
    () => seq,
    () => now,
  )
  return {
    loads,
    log: (entries = 1) => {
      seq += entries
    },
    wait: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

describe('a page load begins in the log', () => {
  it('where its frame was opened, if the page was served after that', () => {
    const { loads, log } = watched()
    log(3)
    expect(loads.frameOpened()).toBe(3)
    log()
    loads.pageServed()
    log()
    expect(loads.frameOpened()).toBe(5)
  })

  it('where its page was served, if that came first', () => {
    const { loads, log } = watched()
    log(3)
    loads.pageServed()
    log(2)
    expect(loads.frameOpened()).toBe(3)
    log()
    expect(loads.frameOpened()).toBe(6)
  })

  it('for each seat in order, where several load', () => {
    const { loads, log } = watched()
    loads.pageServed()
    log()
    loads.pageServed()
    log()
    expect([loads.frameOpened(), loads.frameOpened()]).toEqual([0, 1])
  })

  it('without a page that was opened long ago without a window, and without a frame that never loaded', () => {
    const { loads, log, wait } = watched()
    loads.pageServed()
    log(3)
    wait(10_000)
    expect(loads.frameOpened()).toBe(3)
    wait(10_000)
    loads.pageServed()
    log()
    expect(loads.frameOpened()).toBe(3)
  })

  it('before a missing file that the browser requests ahead of the window’s message', async () => {
    const rig = await simulatorRig({ files: { 'index.html': '<img src="missing.png">' } })
    const panels = await rig.panels()
    const window = await rig.window()
    const headers = { 'Sec-Fetch-Dest': 'iframe' }
    await send(`${rig.base}index.html`, headers)
    await send(`${rig.base}missing.png`)
    const { entries } = await panels.next('log', (message) =>
      message.entries.some(({ kind }) => kind === 'failed-file'),
    )
    const missing = entries.find(({ kind }) => kind === 'failed-file')
    window.send({ type: 'frame-opened', frame: 1, replaced: true })
    const { after } = await window.next('session-opened')
    expect(after).toBeLessThan(missing?.seq ?? 0)
  })

  it('not where a page is fetched, and is not opened', async () => {
    const rig = await simulatorRig({ files: { 'index.html': '<p>Hello</p>' } })
    const panels = await rig.panels()
    const window = await rig.window()
    await send(`${rig.base}index.html`, { 'Sec-Fetch-Dest': 'empty' })
    await send(`${rig.base}missing.png`)
    const { entries } = await panels.next('log', (message) =>
      message.entries.some(({ kind }) => kind === 'failed-file'),
    )
    window.send({ type: 'frame-opened', frame: 1 })
    const { after } = await window.next('session-opened')
    expect(after).toBe(entries.find(({ kind }) => kind === 'failed-file')?.seq)
  })
})
