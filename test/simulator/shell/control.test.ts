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
  it('asks how far the clock is ahead', async () => {
    const { control, asked } = setUp({ clock: { now: '2026-01-02T03:04:05Z', ahead: 60_000 } })
    expect(await control.clockAhead()).toBe(60_000)
    expect(asked).toEqual([['GET', '/control/state', 'Bearer secret', undefined]])
  })

  it('moves the clock forward', async () => {
    const { control, asked } = setUp({ clock: { now: '2026-01-02T03:04:05Z', ahead: 3_600_000 } })
    expect(await control.advanceClock('3600s')).toBe(3_600_000)
    expect(asked).toEqual([['POST', '/control/clock', 'Bearer secret', '{"advance":"3600s"}']])
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
