import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { endHungUp, isReaderGone, listenForInterruption } from '../../src/cli/interruption.js'

describe('signals that ask the program to stop', () => {
  it.each([
    ['linux', ['SIGINT', 'SIGTERM', 'SIGHUP']],
    ['darwin', ['SIGINT', 'SIGTERM', 'SIGHUP']],
    ['win32', ['SIGINT', 'SIGBREAK', 'SIGHUP']],
  ] as const)('on %s is one of %j, and nothing else', (platform, signals) => {
    const source = new EventEmitter()
    const heard: boolean[] = []
    const interruption = listenForInterruption(source, (again) => heard.push(again), platform)
    expect(source.eventNames()).toEqual(signals)
    source.emit(signals[0])
    expect(interruption.hungUp).toBe(false)
    source.emit(signals[1])
    expect(heard).toEqual([false, true])
    interruption.stopListening()
    expect(source.eventNames()).toEqual([])
  })

  it('report a closed terminal once, even if the system signals it repeatedly', () => {
    const source = new EventEmitter()
    const heard: boolean[] = []
    const interruption = listenForInterruption(source, (again) => heard.push(again), 'linux')
    for (const signal of ['SIGHUP', 'SIGHUP', 'SIGTERM']) source.emit(signal)
    expect([heard, interruption.hungUp]).toEqual([[false, true], true])
  })

  it('do not touch a closed terminal', () => {
    const ended: string[] = []
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const self = Object.assign(new EventEmitter(), {
        pid: 7,
        kill: (pid: number, signal?: string | number) => {
          ended.push(`${platform}: ${pid} ${signal} ${self.listenerCount('SIGHUP')}`)
          return true as const
        },
      })
      self.on('SIGHUP', () => {})
      endHungUp(self as unknown as NodeJS.Process, platform)
    }
    expect(ended).toEqual(['linux: 7 SIGHUP 0', 'darwin: 7 SIGHUP 0'])
  })
})

describe('a failed write to a stream', () => {
  it('means a lost reader if a pipe or a terminal was closed, and is an error otherwise', () => {
    expect(isReaderGone('EPIPE', false)).toBe(true)
    expect(isReaderGone('EIO', true)).toBe(true)
    expect(isReaderGone('EIO', false)).toBe(false)
    expect(isReaderGone('ENOSPC', true)).toBe(false)
    expect(isReaderGone(undefined, true)).toBe(false)
  })
})
