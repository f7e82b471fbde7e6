import { describe, expect, it } from 'vitest'
import { createControl } from '../../../src/simulator/shell/control.js'

const setUp = (answer: unknown, status = 200) => {
  const asked: unknown[] = []
  const control = createControl('secret', async (input, init) => {
    const headers = new Headers(init?.headers)
    asked.push([init?.method, input, headers.get('authorization'), init?.body])
    return Response.json(answer, { status })
  })
  return { control, asked }
}

describe('the control API, as the shell uses it', () => {
  it('asks for the clock, moves it, and stands it still', async () => {
    const clock = { now: '2026-01-02T03:04:05Z', ahead: 60_000, paused: false, upcoming: [] }
    const { control, asked } = setUp({ clock })
    expect(await control.clock()).toEqual(clock)
    await control.advanceClock('3600s')
    await control.pauseClock(true)
    expect(asked).toEqual([
      ['GET', '/control/clock', 'Bearer secret', undefined],
      ['POST', '/control/clock', 'Bearer secret', '{"advance":"3600s"}'],
      ['POST', '/control/clock', 'Bearer secret', '{"pause":true}'],
    ])
  })

  it('looks at what is saved, changes it, and puts a document in its place', async () => {
    const { control, asked } = setUp({ schema: 1 })
    expect(await control.data()).toEqual({ schema: 1 })
    await control.editData({ edit: 'refund', sale: 'p_1' })
    await control.importData({ schema: 1 })
    expect(asked).toEqual([
      ['GET', '/control/data', 'Bearer secret', undefined],
      ['PATCH', '/control/data', 'Bearer secret', '{"edit":"refund","sale":"p_1"}'],
      ['PUT', '/control/data', 'Bearer secret', '{"schema":1}'],
    ])
  })

  it('keeps, lists, brings back and removes snapshots, by names with spaces', async () => {
    const snapshots = [{ name: 'a b', takenAt: '2026-01-02T03:04:05Z', bytes: 7 }]
    const { control, asked } = setUp({ snapshots })
    expect(await control.snapshots()).toEqual(snapshots)
    expect(await control.takeSnapshot('a b')).toEqual(snapshots)
    await control.returnToSnapshot('a b')
    expect(await control.removeSnapshot('a b')).toEqual(snapshots)
    expect(asked.map((one) => (one as string[]).slice(0, 2))).toEqual([
      ['GET', '/control/snapshots'],
      ['PUT', '/control/snapshots/a%20b'],
      ['POST', '/control/snapshots/a%20b/restore'],
      ['DELETE', '/control/snapshots/a%20b'],
    ])
  })

  it('starts fresh', async () => {
    const { control, asked } = setUp({ switches: {} })
    await control.reset()
    expect(asked).toEqual([['POST', '/control/reset', 'Bearer secret', undefined]])
  })

  it('says what the simulator said when it refused', async () => {
    const { control } = setUp({ error: 'The disk is full.' }, 507)
    await expect(control.reset()).rejects.toThrow('The disk is full.')
    const { control: silent } = setUp(null, 500)
    await expect(silent.reset()).rejects.toThrow('The simulator answered 500.')
  })
})
