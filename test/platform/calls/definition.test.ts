import { describe, expect, it } from 'vitest'
import { SHEETS } from '../../../src/platform/calls/definition.js'
import { rejectionsOf } from '../../../src/platform/calls/rejections.js'
import { CALL_SHAPES } from '../../../src/platform/calls/shapes.js'
import { CALL_TABLE, METHODS } from '../../../src/platform/calls/table.js'
import { CONTEXT_FEATURES } from '../../../src/platform/features.js'

const allOf = (choose: (definition: (typeof CALL_TABLE)[keyof typeof CALL_TABLE]) => boolean) =>
  METHODS.filter((method) => choose(CALL_TABLE[method]))

describe('4.1: the definitions of calls', () => {
  it('have one shape each, and no more', () => {
    expect(Object.keys(CALL_SHAPES).sort()).toEqual([...METHODS].sort())
  })

  it('2.5: every feature that a context can list stands for a call', () => {
    for (const feature of CONTEXT_FEATURES) expect(allOf((call) => call.feature === feature)).not.toEqual([])
  })

  it('1: every sheet is opened by a call', () => {
    for (const sheet of SHEETS) expect(allOf((call) => call.sheet === sheet)).not.toEqual([])
  })

  it('9: the oldest hosts know what needs no feature, and `pay` and `share`', () => {
    expect(allOf(({ since }) => since === 'oldest')).toEqual([
      'ready',
      'getContext',
      'close',
      'storage.get',
      'storage.set',
      'storage.remove',
      'storage.keys',
      'pay',
      'getPurchases',
      'consume',
      'share',
    ])
  })

  it('7: these work on a phone without a connection', () => {
    expect(allOf(({ offline }) => offline !== 'fails')).toEqual([
      'ready',
      'getContext',
      'close',
      'pickImage',
      'pickVideo',
      'ai.image.generate',
      'ai.audio.generate',
      'ai.ask',
      'ai.cancel',
    ])
    expect(allOf(({ offline }) => offline === 'fails with web_search')).toEqual(['ai.ask'])
  })

  it('4.7: only these need a declaration, of the capability that is their feature', () => {
    const declared = allOf(({ declaredIn }) => declaredIn !== null)
    expect(declared).toEqual(['ai.image.generate', 'ai.audio.generate', 'ai.ask'])
    for (const method of declared)
      expect(CALL_TABLE[method].declaredIn?.capability).toBe(CALL_TABLE[method].feature)
    expect(declared).toEqual(METHODS.filter((method) => rejectionsOf(method).includes('NOT_DECLARED')))
    expect(allOf(({ declaredIn }) => declaredIn?.tool === 'web_search')).toEqual(['ai.ask'])
  })

  it('8.2: only a request of `share` may be larger than 64 KB', () => {
    expect(allOf(({ maxRequestBytes }) => maxRequestBytes !== 64 * 1_024)).toEqual(['share'])
  })

  it('8.2: a call that a person or the device takes its time for waits without end', () => {
    for (const method of METHODS) {
      const { timeoutMs, gesture, sheet } = CALL_TABLE[method]
      expect(timeoutMs === null, method).toBe(gesture !== 'ask' && sheet !== null)
    }
  })
})
