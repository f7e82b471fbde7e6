import { describe, expect, it } from 'vitest'
import { MovableClock } from '../../../../src/host/clock.js'
import { CallLog } from '../../../../src/host/log/call-log.js'
import { MissingFiles } from '../../../../src/simulator/server/app-reports/missing-files.js'
import { memoryBundle } from '../../../support/fakes/memory-bundle.js'
import { STILL_CLOCK } from '../../../support/rigs/host-rig.js'

const LEFT_OUT = 'The app requests more than 200 missing files a second. The others are not logged.'

const watched = () => {
  let now = 0
  const log = new CallLog(
    new MovableClock(STILL_CLOCK, (error) => {
      throw error
    }),
  )
  const bundle = memoryBundle({ 'index.html': '<img src="a1.png">' })
  let release = (): void => {}
  const readable = new Promise<void>((resolve) => {
    release = resolve
  })
  let reads = 0
  const slow = {
    ...bundle,
    read: async (path: string) => {
      reads += 1
      await readable
      return bundle.read(path)
    },
  }
  const missing = new MissingFiles(log, () => now)
  return {
    ask: (path: string) => missing.report(slow, path, 'Add it.'),
    release,
    reads: () => reads,
    wait: (milliseconds: number) => {
      now += milliseconds
    },
    messages: () => log.entries().map((entry) => ('message' in entry ? entry.message : entry.kind)),
  }
}

describe('files that the app asks for and that are not there', () => {
  it('are told in order, with the line that names each', async () => {
    const { ask, release, messages } = watched()
    const told = Promise.all(['a2.png', 'a1.png'].map(ask))
    release()
    await told
    expect(messages()).toEqual([
      'The app requested a2.png, which does not exist.',
      'The app requested a1.png, which does not exist.',
    ])
  })

  it('are told 200 times a second at most, which is said once, and told again later', async () => {
    const { ask, release, messages, wait } = watched()
    release()
    for (let index = 0; index < 1_000; index += 1) await ask(`b${index}.png`)
    expect(messages()).toHaveLength(201)
    expect(messages().at(-1)).toBe(LEFT_OUT)
    wait(1_000)
    await ask('later.png')
    expect(messages().at(-1)).toBe('The app requested later.png, which does not exist.')
  })

  it('are looked for one after the other, and no more than 200 wait, however slow that is', async () => {
    const { ask, release, messages, wait, reads } = watched()
    const told: Promise<void>[] = []
    for (let second = 0; second < 10; second += 1) {
      for (let index = 0; index < 200; index += 1) told.push(ask(`${second}-${index}.png`))
      wait(1_000)
    }
    await Promise.resolve()
    expect(reads()).toBe(1)
    expect(messages()).toEqual([LEFT_OUT])
    release()
    await Promise.all(told)
    expect(messages()).toHaveLength(201)
  })
})
