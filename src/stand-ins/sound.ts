import { createRandom, type Random } from './random.js'
import { wavFile } from './wav.js'

export interface SoundWords {
  readonly prompt: string
  readonly kind: 'music' | 'sound'
  readonly seconds: number
  readonly seed: number
}

const SAMPLE_RATE = 44_100

/**
 * Makes music or a sound as a WAV, 16 bits in one channel, of exactly so many seconds (4.7). The same words and seed give the
 * same bytes: only arithmetic that every machine does alike is used.
 */
export const makeSound = ({ prompt, kind, seconds, seed }: SoundWords): Uint8Array => {
  const random = createRandom(seed, kind, prompt)
  const samples = new Float32Array(seconds * SAMPLE_RATE)
  for (const tone of kind === 'music' ? music(seconds, random) : effect(seconds, random))
    addTone(samples, tone)
  return wavFile({ channels: 1, rate: SAMPLE_RATE, bits: 16 }, coded(samples))
}

/** The forms of a wave, by the share of a turn that is over. */
const WAVES = {
  round: (phase: number): number =>
    phase < 0.5 ? 16 * phase * (0.5 - phase) : 16 * (phase - 0.5) * (phase - 1),
  triangle: (phase: number): number => 4 * Math.abs(phase - 0.5) - 1,
  square: (phase: number): number => (phase < 0.5 ? 0.6 : -0.6),
  saw: (phase: number): number => phase * 2 - 1,
} as const

type Wave = keyof typeof WAVES

/** Times are in seconds, pitches in hertz. */
interface Tone {
  readonly start: number
  readonly length: number
  readonly pitch: number
  /** Where the pitch glides to. */
  readonly toPitch: number
  readonly wave: Wave
  readonly loudness: number
}

/** How each pitch of a scale relates to its root: in whole ratios, which every machine computes alike. */
const MAJOR = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2] as const
const MINOR = [1, 6 / 5, 4 / 3, 3 / 2, 9 / 5, 2] as const

/** How the roots of four chords relate to the first. */
const CHORDS = [
  [1, 5 / 6, 4 / 3, 3 / 2],
  [1, 3 / 2, 5 / 3, 4 / 3],
  [1, 4 / 3, 1, 3 / 2],
] as const

/** A bass and a melody of eight steps, which repeats over four chords. */
const music = (seconds: number, random: Random): readonly Tone[] => {
  const step = random.between(0.18, 0.36)
  const root = random.between(200, 340)
  const scale = random.pick([MAJOR, MINOR])
  const chords = random.pick(CHORDS)
  const lead = random.pick(['round', 'triangle', 'square'] as const)
  const melody = Array.from({ length: 8 }, () => (random.chance(0.25) ? null : random.pick(scale)))
  const tones: Tone[] = []
  for (let index = 0; index * step < seconds; index++) {
    const start = index * step
    const chord = root * (chords[Math.floor(index / 8) % 4] ?? 1)
    const note = melody[index % 8]
    if (typeof note === 'number') tones.push(held(start, step * 1.8, chord * note, lead, 0.5))
    if (index % 2 === 0) tones.push(held(start, step * 2.2, chord / 2, 'triangle', 0.6))
    if (index % 8 === 0)
      for (const part of [1, 3 / 2]) tones.push(held(start, step * 8, chord * part, 'round', 0.2))
  }
  return tones
}

const held = (start: number, length: number, pitch: number, wave: Wave, loudness: number): Tone => ({
  start,
  length,
  pitch,
  toPitch: pitch,
  wave,
  loudness,
})

/** An effect repeats after this time, so that something is heard all the way through. */
const EFFECT_SECONDS = 1

/** A few gliding tones, again and again. */
const effect = (seconds: number, random: Random): readonly Tone[] => {
  const tones = Array.from({ length: 2 + random.integer(4) }, (_, index): Tone => {
    const pitch = random.between(120, 1_100)
    return {
      start: index * random.between(0.08, 0.2),
      length: random.between(0.15, 0.6),
      pitch,
      toPitch: pitch * random.between(0.4, 2),
      wave: random.pick(['round', 'triangle', 'square', 'saw'] as const),
      loudness: random.between(0.4, 0.8),
    }
  })
  return Array.from({ length: Math.ceil(seconds / EFFECT_SECONDS) }, (_, turn) =>
    tones.map((tone) => ({ ...tone, start: tone.start + turn * EFFECT_SECONDS })),
  ).flat()
}

const ATTACK_SAMPLES = 220

/** Adds a tone, which begins softly and dies away; what would be beyond the end is left out. */
const addTone = (samples: Float32Array, { start, length, pitch, toPitch, wave, loudness }: Tone): void => {
  const first = Math.round(start * SAMPLE_RATE)
  const count = Math.min(Math.round(length * SAMPLE_RATE), samples.length - first)
  const form = WAVES[wave]
  let phase = 0
  for (let index = 0; index < count; index++) {
    const share = index / (length * SAMPLE_RATE)
    const left = 1 - share
    samples[first + index] =
      (samples[first + index] ?? 0) +
      form(phase) * loudness * left * left * Math.min(1, index / ATTACK_SAMPLES)
    phase += (pitch + (toPitch - pitch) * share) / SAMPLE_RATE
    if (phase >= 1) phase -= 1
  }
}

/** The loudest sample, of at most 1: leaves room for mixing with other sounds. */
const LOUDEST = 0.86
const FADE_SAMPLES = SAMPLE_RATE / 4

/** The samples as 16-bit numbers, as loud as may be, with silence at the end. */
const coded = (samples: Float32Array): Uint8Array => {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  const view = new DataView(new ArrayBuffer(samples.length * 2))
  for (let index = 0; index < samples.length; index++) {
    const fade = Math.min(1, (samples.length - 1 - index) / FADE_SAMPLES)
    const sample = ((samples[index] ?? 0) / peak) * LOUDEST * fade
    view.setInt16(index * 2, Math.round(sample * 32_767), true)
  }
  return new Uint8Array(view.buffer)
}
