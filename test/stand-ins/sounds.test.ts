import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AI_AUDIO_MUSIC_SECONDS, AI_AUDIO_SOUND_SECONDS } from '../../src/platform/limits.js'
import { makeSound, type SoundWords } from '../../src/stand-ins/sound.js'
import { runs } from '../support/vitest/runs.js'

/** A WAV as a player reads it. */
const readWav = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (at: number, length: number) => Buffer.from(bytes.subarray(at, at + length)).toString('latin1')
  expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
  expect(view.getUint32(4, true)).toBe(bytes.length - 8)
  expect(view.getUint16(20, true)).toBe(1)
  const channels = view.getUint16(22, true)
  const rate = view.getUint32(24, true)
  expect(view.getUint32(28, true)).toBe(rate * channels * 2)
  expect(view.getUint16(34, true)).toBe(16)
  expect(view.getUint32(40, true)).toBe(bytes.length - 44)
  const samples = new Int16Array(bytes.slice(44).buffer)
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return { samples, rate, peak, seconds: samples.length / channels / rate }
}

const sound = (prompt: string, more: Partial<SoundWords> = {}): SoundWords => ({
  prompt,
  kind: 'sound',
  seconds: 3,
  seed: 1,
  ...more,
})

describe('sounds of the stand-in', () => {
  it.each([
    ...AI_AUDIO_MUSIC_SECONDS.map((seconds) => ({ kind: 'music' as const, seconds })),
    ...AI_AUDIO_SOUND_SECONDS.map((seconds) => ({ kind: 'sound' as const, seconds })),
  ])('4.7: $kind of exactly $seconds seconds', ({ kind, seconds }) => {
    expect(readWav(makeSound({ prompt: 'happy rain', kind, seconds, seed: 1 })).seconds).toBe(seconds)
  })

  it.each([1, 2, 3, 4, 5, 6])('seed %i is heard, does not clip, and begins and ends in silence', (seed) => {
    const { samples, peak } = readWav(makeSound(sound('laser', { seed })))
    expect(peak).toBeGreaterThan(20_000)
    expect(peak).toBeLessThan(32_767)
    for (const edge of [samples.subarray(0, 4), samples.subarray(-4)])
      for (const sample of edge) expect(Math.abs(sample)).toBeLessThan(700)
  })

  it.each([
    ...[1, 2, 3, 4, 5, 6].map((seed) => ({ kind: 'music' as const, seconds: 8, seed })),
    ...[1, 2, 3, 4, 5, 6].map((seed) => ({ kind: 'sound' as const, seconds: 6, seed })),
  ])('$kind of seed $seed is heard all the way through', ({ kind, seconds, seed }) => {
    const { samples, rate, peak } = readWav(makeSound(sound('happy', { kind, seconds, seed })))
    expect(peak).toBeLessThan(32_767)
    for (let second = 0; second < seconds; second++) {
      let sum = 0
      for (const sample of samples.subarray(second * rate, (second + 1) * rate)) sum += sample ** 2
      expect(Math.sqrt(sum / rate), `second ${second}`).toBeGreaterThan(500)
    }
  })

  it('4.7: the same seed and words give the same sound; another seed, word, kind or length another one', () => {
    const [first, ...others] = [
      sound('bell'),
      sound('bell', { seed: 2 }),
      sound('coin'),
      sound('bell', { seconds: 6 }),
      sound('bell', { kind: 'music', seconds: 8 }),
    ].map((words) => Buffer.from(makeSound(words)))
    expect(first?.equals(Buffer.from(makeSound(sound('bell'))))).toBe(true)
    for (const other of others) expect(first?.equals(other)).toBe(false)
  })

  it.each([
    { kind: 'music', seconds: 8, hash: 'xaBtSn3CPNVe3hysKcu6VpmMXmrd7JDF4g37hLX0KHI=' },
    { kind: 'sound', seconds: 3, hash: '6Fz1vOstX+yfFOzf8cFA6guUAwdbeFZlnYbUmGbcejY=' },
  ] as const)('4.7: $kind has the same bytes on every machine', ({ kind, seconds, hash }) => {
    const bytes = makeSound(sound('a bell', { kind, seconds }))
    expect(createHash('sha256').update(bytes).digest('base64')).toBe(hash)
  })

  it('4.7: is made of any words', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
        fc.integer(),
        (prompt, seed) => {
          const { seconds, peak } = readWav(makeSound({ prompt, kind: 'sound', seconds: 3, seed }))
          expect(seconds).toBe(3)
          expect(peak).toBeGreaterThan(20_000)
        },
      ),
      { numRuns: runs(15) },
    )
  })
})
