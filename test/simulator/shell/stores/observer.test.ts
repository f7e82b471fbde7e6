import { describe, expect, it } from 'vitest'
import type { ObserverMessage } from '../../../../src/simulator/messages.js'
import { createLogStore } from '../../../../src/simulator/shell/stores/log-store.js'
import { createObserver } from '../../../../src/simulator/shell/stores/observer.js'
import { callEntry } from '../../../support/cases/log-entries.js'
import { fakeSimulator } from '../../../support/fakes/fake-simulator.js'
import { manualTimers } from '../../../support/fakes/manual-timers.js'

const app = {
  id: 'ma_abcdefghij',
  name: 'Hello',
  version: '1.0.0',
  orientation: 'any',
  iconUrl: null,
} as const

const observing: Extract<ObserverMessage, { type: 'observing' }> = {
  type: 'observing',
  app,
  frameUrl: 'http://localhost:2/',
  problems: null,
  taken: [1],
  phoneLinks: null,
  now: '2026-01-01T00:00:00.000Z',
  log: [callEntry(5)],
}

const setUp = () => {
  const simulator = fakeSimulator()
  const timers = manualTimers()
  const log = createLogStore((run) => run())
  const offered: (readonly number[])[] = []
  const observer = createObserver({
    token: 'secret',
    log,
    openSocket: simulator.openSocket,
    startTimer: timers.startTimer,
    onSeatsOffered: (seats) => offered.push(seats),
  })
  simulator.open()
  return { simulator, timers, log, observer, offered }
}

describe('the panels of a window', () => {
  it('pass on which seats their window is to show', () => {
    const { simulator, offered } = setUp()
    simulator.say(observing)
    simulator.say({ type: 'seats-offered', seats: [2, 3] })
    expect(offered).toEqual([[2, 3]])
  })

  it('say that they observe, take no seat, and are live once they are told what there is', () => {
    const { simulator, observer } = setUp()
    expect(simulator.received()).toEqual([{ type: 'observe', token: 'secret' }])
    expect(observer.connection.value).toBe('connecting')
    simulator.say(observing)
    expect(observer.connection.value).toBe('open')
    expect([observer.app.value, observer.frameUrl.value, observer.taken.value]).toEqual([
      app,
      'http://localhost:2/',
      [1],
    ])
  })

  it('keep the log, the problems, the app and the seats as the server tells them', () => {
    const { simulator, observer, log } = setUp()
    simulator.say(observing)
    simulator.say({ type: 'log', entries: [callEntry(6)] })
    expect(log.view.value.entries.map(({ seq }) => seq)).toEqual([5, 6])
    simulator.say({ type: 'seats-taken', taken: [1, 3] })
    expect(observer.taken.value).toEqual([1, 3])
    simulator.say({ type: 'reload', app: { ...app, name: 'New' }, frameUrl: null })
    expect([observer.app.value?.name, observer.frameUrl.value]).toEqual(['New', null])
    simulator.say({ type: 'log-cleared' })
    expect(log.view.value.total).toBe(0)
  })

  it('restart with the current log when the simulator comes back', () => {
    const { simulator, timers, log } = setUp()
    simulator.say(observing)
    simulator.drop()
    timers.advance(250)
    simulator.say({ ...observing, log: [callEntry(1)] })
    expect(log.view.value.entries.map(({ seq }) => seq)).toEqual([1])
  })

  it('keep the reason of a refusal, and do not retry', () => {
    const { simulator, timers, observer } = setUp()
    simulator.say({ type: 'refused', message: 'The simulator was started again.' })
    simulator.drop()
    timers.advance(60_000)
    expect([observer.connection.value, observer.refusal.value, simulator.sockets()]).toEqual([
      'refused',
      'The simulator was started again.',
      1,
    ])
  })
})
