import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../../../src/bundle/bundle.js'
import { type AppSource, LiveApp } from '../../../../src/simulator/server/app/live-app.js'
import { EMPTY_CHECK, MANIFEST } from '../../../support/rigs/simulator-rig.js'

/** A bundle in memory, whose manifest a test can change between openings. */
const memorySource = (check: AppSource['check'] = async () => EMPTY_CHECK) => {
  const state = { manifest: JSON.stringify(MANIFEST), open: 0, opened: 0, broken: false, sheets: ['a.css'] }
  const source: AppSource = {
    folder: null,
    open: async (): Promise<Bundle> => {
      if (state.broken) throw new Error('gone')
      state.open += 1
      state.opened += 1
      const manifest = Buffer.from(state.manifest)
      return {
        kind: 'zip',
        path: 'app.zip',
        files: ['manifest.json', ...state.sheets].map((path) => ({
          path,
          bytes: manifest.length,
          compressedBytes: null,
        })),
        leftOut: [],
        faults: [],
        zipBytes: null,
        read: async () => manifest,
        close: async () => {
          state.open -= 1
        },
      }
    },
    check,
  }
  return { source, state }
}

const events = () => {
  const happened: string[] = []
  return {
    happened,
    listener: {
      onReload: () => happened.push('reload'),
      onStyles: (paths: readonly string[]) => happened.push(`styles: ${paths.join()}`),
      onProblems: () => happened.push('problems'),
      onFailure: (error: unknown) =>
        happened.push(`failure: ${error instanceof Error ? error.message : error}`),
    },
  }
}

describe('LiveApp', () => {
  it('checks at the start, and reloads before it checks again', async () => {
    const { source } = memorySource()
    const { happened, listener } = events()
    const live = await LiveApp.open(source)
    expect(live.problems).toBeNull()
    live.begin(listener)
    await live.checked()
    expect(live.problems).toBe(EMPTY_CHECK)
    await live.refresh()
    await live.checked()
    expect(happened).toEqual(['problems', 'reload', 'problems'])
    await live.close()
  })

  it('does what was asked for meanwhile once more, not once for each', async () => {
    const { source, state } = memorySource()
    const { happened, listener } = events()
    const live = await LiveApp.open(source)
    live.begin(listener)
    await Promise.all([live.refresh(), live.refresh(), live.refresh(), live.refresh()])
    await live.checked()
    expect(state.opened).toBeLessThanOrEqual(3)
    expect(happened.filter((what) => what === 'reload').length).toBeLessThanOrEqual(2)
    await live.close()
  })

  it('ends a check that is running when it is closed, and says nothing of it', async () => {
    let fail: (error: Error) => void = () => {}
    const { source, state } = memorySource(
      () =>
        new Promise((_resolve, reject) => {
          fail = reject
        }),
    )
    const { happened, listener } = events()
    const live = await LiveApp.open({ ...source, endCheck: async () => fail(new Error('ended')) })
    live.begin(listener)
    await live.close()
    expect(happened).toEqual([])
    expect(state.open).toBe(0)
  })

  it('does not reload where only style sheets changed that were there before', async () => {
    const { source, state } = memorySource()
    const { happened, listener } = events()
    const live = await LiveApp.open(source)
    live.begin(listener)
    // An editor writes files of its own beside the saved one.
    await live.refresh(['a.css', '4913'])
    await live.refresh(['a.css', 'manifest.json'])
    state.sheets.push('b.css')
    await live.refresh(['b.css'])
    await live.refresh(['4913'])
    await live.refresh()
    expect(happened.filter((what) => what !== 'problems')).toEqual([
      'styles: a.css',
      'reload',
      'reload',
      'reload',
      'reload',
    ])
    await live.close()
  })

  it('closes every bundle that it opened', async () => {
    const { source, state } = memorySource()
    const live = await LiveApp.open(source)
    live.begin(events().listener)
    await live.refresh()
    await live.refresh()
    await live.checked()
    expect(state.open).toBe(1)
    await live.close()
    expect(state.open).toBe(0)
  })

  it('keeps the last state while the app cannot be read, and goes on after', async () => {
    const { source, state } = memorySource()
    const { happened, listener } = events()
    const live = await LiveApp.open(source)
    live.begin(listener)
    await live.checked()
    state.broken = true
    await live.refresh()
    expect(live.state.facts?.app.version).toBe('1.0.0')
    state.broken = false
    state.manifest = JSON.stringify({ ...MANIFEST, version: '2.0.0' })
    await live.refresh()
    expect(live.state.facts?.app.version).toBe('2.0.0')
    expect(happened).toContain('failure: gone')
    await live.close()
  })

  it('a check that fails is told, and the app stays', async () => {
    const { source } = memorySource(async () => {
      throw new Error('rule broke')
    })
    const { happened, listener } = events()
    const live = await LiveApp.open(source)
    live.begin(listener)
    await live.checked()
    expect(happened).toEqual(['failure: rule broke'])
    expect(live.state.facts).not.toBeNull()
    await live.close()
  })
})
