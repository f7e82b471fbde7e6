import { describe, expect, it } from 'vitest'
import { createControl } from '../../../../src/simulator/shell/stores/control.js'

const setUp = (answer: unknown, status = 200) => {
  const requests: unknown[] = []
  const control = createControl('secret', async (input, init) => {
    const headers = new Headers(init?.headers)
    requests.push([init?.method, input, headers.get('authorization'), init?.body])
    return Response.json(answer, { status })
  })
  return { control, requests }
}

describe('the control API, as the shell uses it', () => {
  it('reads, moves and stops the clock', async () => {
    const clock = { now: '2026-01-02T03:04:05Z', ahead: 60_000, paused: false, upcoming: [] }
    const { control, requests } = setUp({ clock })
    expect(await control.clock()).toEqual(clock)
    await control.advanceClock('3600s')
    await control.pauseClock(true)
    expect(requests).toEqual([
      ['GET', '/control/clock', 'Bearer secret', undefined],
      ['POST', '/control/clock', 'Bearer secret', '{"advance":"3600s"}'],
      ['POST', '/control/clock', 'Bearer secret', '{"pause":true}'],
    ])
  })

  it('reads, changes and replaces the saved data', async () => {
    const { control, requests } = setUp({ schema: 1 })
    expect(await control.data()).toEqual({ schema: 1 })
    await control.editData({ edit: 'refund', sale: 'p_1' })
    await control.importData({ schema: 1 })
    expect(requests).toEqual([
      ['GET', '/control/data', 'Bearer secret', undefined],
      ['PATCH', '/control/data', 'Bearer secret', '{"edit":"refund","sale":"p_1"}'],
      ['PUT', '/control/data', 'Bearer secret', '{"schema":1}'],
    ])
  })

  it('takes, lists, restores and removes snapshots, with spaces in names', async () => {
    const snapshots = [{ name: 'a b', takenAt: '2026-01-02T03:04:05Z', bytes: 7 }]
    const { control, requests } = setUp({ snapshots })
    expect(await control.snapshots()).toEqual(snapshots)
    expect(await control.takeSnapshot('a b')).toEqual(snapshots)
    await control.returnToSnapshot('a b')
    expect(await control.removeSnapshot('a b')).toEqual(snapshots)
    expect(requests.map((one) => (one as string[]).slice(0, 2))).toEqual([
      ['GET', '/control/snapshots'],
      ['PUT', '/control/snapshots/a%20b'],
      ['POST', '/control/snapshots/a%20b/restore'],
      ['DELETE', '/control/snapshots/a%20b'],
    ])
  })

  it('starts fresh', async () => {
    const { control, requests } = setUp({ switches: {} })
    await control.reset()
    expect(requests).toEqual([['POST', '/control/reset', 'Bearer secret', undefined]])
  })

  it("reports the simulator's message when it refuses", async () => {
    const { control } = setUp({ error: 'The disk is full.' }, 507)
    await expect(control.reset()).rejects.toThrow('The disk is full.')
    const { control: silent } = setUp(null, 500)
    await expect(silent.reset()).rejects.toThrow('The simulator answered 500.')
  })
})
