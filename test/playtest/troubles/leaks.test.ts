import { describe, expect, it } from 'vitest'
import { passTime } from '../../../src/playtest/page/clockwork.js'
import { labelledControls, typedTexts } from '../../../src/playtest/page/labelled-controls.js'
import { growing, soak, steadyGrowth } from '../../../src/playtest/troubles/leaks.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'

const WHAT = 'listeners for resize on the window'
const MB = 1_048_576

const found = (counts: readonly number[], memory: readonly (number | null)[] = counts.map(() => null)) =>
  growing(
    'index.html',
    counts.map((count, index) => ({ counts: { [WHAT]: count }, memory: memory[index] ?? null })),
  ).map(({ rule, message }) => `${rule}: ${message}`)

describe('rounds of a game', () => {
  it('leave something running if there is more of it after most of them, and never less', () => {
    expect(found([1, 2, 3, 3, 4, 5, 6, 7])).toEqual([
      `run/leaks: After 8 rounds there are 7 ${WHAT}, after the first 1.`,
    ])
    expect(found([1, 2, 3, 4, 1, 2, 3, 4])).toEqual([])
    expect(found([1, 1, 1, 1, 1, 1, 5, 5])).toEqual([])
    expect(found([1, 2, 3, 3, 3, 3, 3, 3])).toEqual([])
    expect(found([1, 1, 2, 2, 3, 3, 4, 4])).toHaveLength(1)
    expect(found([6, 31, 60, 88, 120])).toEqual([`run/leaks: 5 rounds left more and more ${WHAT}.`])
  })

  it('are named by what comes again and again', () => {
    const rounds = [1, 2, 3, 4].map((count) => ({ counts: { [WHAT]: count }, memory: null }))
    expect(growing('index.html', rounds, 'returns from the background')).toMatchObject([
      { message: `After 4 returns from the background there are 4 ${WHAT}, after the first 1.` },
    ])
  })

  it('leave memory behind if they have more and more after the first ones, which fill caches', () => {
    const same = [1, 1, 1, 1, 1, 1, 1, 1]
    expect(
      found(
        same,
        [9, 8, 1, 2, 3, 4, 5, 6].map((count) => count * MB),
      ),
    ).toEqual(["run/memory-grows: The app's memory grew from 1.0 MB to 6.0 MB in 5 rounds."])
    expect(
      found(
        same,
        [1, 2, 3, 4, 5, 4.9, 6, 7].map((count) => count * MB),
      ),
    ).toHaveLength(1)
    expect(
      found(
        same,
        [1, 2, 3, 4, 5, 2, 3, 4].map((count) => count * MB),
      ),
    ).toEqual([])
    expect(
      found(
        same,
        [1, 2, 3, 4, null, 5, 6, 7].map((count) => (count === null ? null : count * MB)),
      ),
    ).toEqual([])
  })
})

describe('memory while a game just goes on', () => {
  const growth = (bytes: (index: number) => number) =>
    steadyGrowth(Array.from({ length: 16 }, (_, index) => 2 * MB + bytes(index)))
  const late = (index: number): number => (index % 2) * 700_000

  it('grows steadily where it does so in both halves', () => {
    expect(growth((index) => index * 0.25 * MB)).toEqual({ from: 2.25 * MB, to: 4.75 * MB })
    expect(growth((index) => index * 0.25 * MB + late(index))).not.toBeNull()
  })

  it('does not where it is only collected late, fills up once, or is not known', () => {
    expect(growth(late)).toBeNull()
    expect(growth((index) => (index > 12 ? 4 * MB : 0))).toBeNull()
    expect(growth((index) => Math.min(index, 4) * MB)).toBeNull()
    expect(growth(() => 0)).toBeNull()
    expect(growth((index) => (index === 9 ? Number.NaN : index * MB))).toBeNull()
  })
})

/** An app whose memory is so much more after each time that time has passed for it. */
const soaked = async (bytes: number) => {
  const passed: number[] = []
  const advanced: string[] = []
  const stage = {
    entry: 'index.html',
    signal: new AbortController().signal,
    open: async () => null,
    close: async () => {},
    client: { advance: async (time: string) => void advanced.push(time) },
    window: {
      askShell: async () => null,
      askApp: async (question: unknown, given: { readonly milliseconds: number }) => {
        if (question === passTime) passed.push(given.milliseconds)
        return question === labelledControls || question === typedTexts ? [] : null
      },
      memory: async () => 2 * MB + passed.length * bytes,
    },
  } as unknown as Stage
  const found = (await soak(stage)).map(({ rule, message }) => `${rule}: ${message}`)
  return { found, passed, advanced }
}

describe('a game that just goes on', () => {
  it('keeps more and more memory, or as much', async () => {
    expect((await soaked(MB / 4)).found).toEqual([
      "run/memory-grows: The app's memory grew steadily from 2.5 MB to 5.0 MB in 15 times 30 s without input.",
    ])
    expect((await soaked(0)).found).toEqual([])
  })

  it('lets twice as much time pass for the host, which counts what the app saves in a minute', async () => {
    const { passed, advanced } = await soaked(0)
    expect(advanced.map((time) => Number.parseInt(time, 10) * 500)).toEqual(passed)
    expect(passed).toEqual(Array.from({ length: 16 }, () => 30_000))
  })
})
