import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../src/platform/error-codes.js'
import { CAPABILITIES, CAPABILITY_STATES } from '../../src/platform/features.js'

interface Template {
  stateWords(name: string, state: string): string
  outcomeWords(status: string): string
  errorWords(code: string | undefined): string
  progressWords(progress: object): { words: string; share: number | null }
  breakLines(text: string, width: number, measure: (line: string) => number): string[]
  isRightToLeft(text: string): boolean
  newRequest(
    service: object,
    onProgress: (progress: unknown) => void,
    onWords: (words: string) => void,
  ): AiRequest
}

interface AiRequest {
  run(call: (onProgress: (progress: object) => void) => Promise<{ status: string }>): Promise<unknown>
  cancel(): void
}

const read = (file: string) =>
  readFileSync(new URL(`../../templates/studio/${file}`, import.meta.url), 'utf8')

const studio = runInThisContext(`(() => { ${['words.js', 'card.js'].map(read).join(';')}
  return { stateWords, outcomeWords, errorWords, progressWords, breakLines, isRightToLeft,
    newRequest: (Service, onProgress, onWords) => { ${read('request.js')}; return new AiRequest(onProgress, onWords) } }
})()`) as Template

describe('the words of the studio template', () => {
  it('3.4: have something to say about every state but ready, for what it uses', () => {
    for (const name of CAPABILITIES.filter((capability) => capability !== 'ai.audio'))
      for (const state of CAPABILITY_STATES)
        expect(studio.stateWords(name, state) === '').toBe(state === 'ready')
    expect(studio.stateWords('ai.image', 'something newer')).toBe(
      studio.stateWords('ai.image', 'unavailable'),
    )
  })

  it('4.7: tell how a request went, and are silent where one sees it', () => {
    for (const status of ['cancelled', 'unavailable', 'blocked'])
      expect(studio.outcomeWords(status)).toMatch(/\.$/)
    for (const status of ['made', 'answered']) expect(studio.outcomeWords(status)).toBe('')
  })

  it('7: tell every error without its code', () => {
    for (const code of [...Object.keys(ERROR_CODES), undefined]) {
      expect(studio.errorWords(code)).toMatch(/\.$/)
      if (code !== undefined) expect(studio.errorWords(code)).not.toContain(code)
    }
  })

  it('6: tell how far a request is, where the host tells', () => {
    expect(studio.progressWords({ stage: 'downloading', done: 1, total: 4 })).toEqual({
      words: 'Loading the model… 25%',
      share: 0.25,
    })
    expect(studio.progressWords({ stage: 'making' })).toEqual({ words: 'Painting…', share: null })
    expect(studio.progressWords({ stage: 'newer', done: 5, total: 0 })).toEqual({
      words: 'Working…',
      share: null,
    })
  })
})

describe('the requests of the studio template', () => {
  const start = () => {
    const heard: unknown[] = []
    const calls: string[] = []
    const request = studio.newRequest(
      { ai: { cancel: async () => calls.push('cancel') } },
      (progress) => heard.push(progress),
      (words) => heard.push(words),
    )
    return { request, heard, calls }
  }

  it('4.7: run one at a time, and say so', async () => {
    const { request, heard, calls } = start()
    request.cancel()
    expect(calls).toEqual([])
    let finish: (answer: { status: string }) => void = () => undefined
    const first = request.run(
      () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    )
    expect(await request.run(() => Promise.reject(new Error('It must not be called.')))).toBeNull()
    expect(heard.at(-1)).toBe(studio.errorWords('BUSY'))
    request.cancel()
    expect(calls).toEqual(['cancel'])
    finish({ status: 'cancelled' })
    expect(await first).toEqual({ status: 'cancelled' })
    expect(heard.slice(-2)).toEqual([studio.outcomeWords('cancelled'), null])
    expect(await request.run(async () => ({ status: 'made' }))).toEqual({ status: 'made' })
  })

  it('7: end with words when they are refused', async () => {
    const { request, heard } = start()
    const refused = Object.assign(new Error('refused'), { code: 'OFFLINE' })
    expect(await request.run(() => Promise.reject(refused))).toBeNull()
    expect(heard.slice(-2)).toEqual([studio.errorWords('OFFLINE'), null])
  })
})

describe('the card of the studio template', () => {
  it('breaks every text into lines that fit, and loses no letter', () => {
    const measure = (line: string) => [...line].length
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 1, max: 30 }), (text, width) => {
        const lines = studio.breakLines(text, width, measure)
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      }),
    )
    expect(studio.breakLines('With love from\nthe sea', 9, measure)).toEqual(['With love', 'from', 'the sea'])
  })

  it('knows which way a text is read', () => {
    expect(studio.isRightToLeft('«שלום» to all')).toBe(true)
    expect(studio.isRightToLeft('Hello שלום')).toBe(false)
    expect(studio.isRightToLeft('')).toBe(false)
  })
})
