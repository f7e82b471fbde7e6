import type { Random } from '../random.js'

/** Samples a second, in one channel. */
export const SAMPLE_RATE = 44_100

/** A sound while it is made: samples around 0, of any loudness. */
export type Samples = Float32Array

/** One turn of a wave, from how loud each of its overtones is, the ground tone first. */
export const waveTable = (overtones: readonly number[]): Samples => {
  const table = new Float32Array(TABLE_SIZE)
  for (const [index, loudness] of overtones.entries())
    for (let i = 0; i < TABLE_SIZE; i++)
      table[i] = (table[i] ?? 0) + loudness * Math.sin((2 * Math.PI * (index + 1) * i) / TABLE_SIZE)
  let peak = 0
  for (const sample of table) peak = Math.max(peak, Math.abs(sample))
  return table.map((sample) => sample / peak)
}

const TABLE_SIZE = 2_048

/** How a tone begins, goes on and ends; times in seconds. */
export interface Envelope {
  readonly attack: number
  /** How fast it dies away while it is held: the time in which it loses two thirds; Infinity holds it. */
  readonly decay: number
  readonly release: number
}

export interface Tone {
  /** Seconds from the beginning. */
  readonly start: number
  /** Seconds that it is held. */
  readonly length: number
  /** In hertz. */
  readonly pitch: number
  /** In hertz, where it glides. */
  readonly toPitch?: number
  readonly loudness: number
  readonly wave: Samples
  readonly envelope: Envelope
  /** Turns a second, and by what share of the pitch. */
  readonly vibrato?: { readonly rate: number; readonly depth: number }
}

/** Adds a tone; what would lie beyond the end is left out. */
export const addTone = (into: Samples, tone: Tone): void => {
  const { wave, envelope, loudness, vibrato } = tone
  const first = Math.max(0, Math.round(tone.start * SAMPLE_RATE))
  const held = Math.round(tone.length * SAMPLE_RATE)
  const release = Math.max(1, Math.round(envelope.release * SAMPLE_RATE))
  const attack = Math.max(1, Math.round(envelope.attack * SAMPLE_RATE))
  const last = Math.min(into.length, first + held + release)
  const fade = envelope.decay === Number.POSITIVE_INFINITY ? 1 : Math.exp(-1 / (envelope.decay * SAMPLE_RATE))
  const glide = tone.toPitch === undefined ? 1 : (tone.toPitch / tone.pitch) ** (1 / (held + release))
  let step = (tone.pitch * TABLE_SIZE) / SAMPLE_RATE
  let phase = 0
  let body = loudness
  for (let i = first; i < last; i++) {
    const age = i - first
    const begin = age < attack ? age / attack : 1
    const end = age > held ? 1 - (age - held) / release : 1
    const index = phase | 0
    into[i] = (into[i] ?? 0) + (wave[index] ?? 0) * body * begin * end
    body *= fade
    step *= glide
    phase +=
      vibrato === undefined
        ? step
        : step * (1 + vibrato.depth * Math.sin((2 * Math.PI * vibrato.rate * age) / SAMPLE_RATE))
    while (phase >= TABLE_SIZE) phase -= TABLE_SIZE
  }
}

export interface Hiss {
  readonly start: number
  readonly length: number
  readonly loudness: number
  readonly envelope: Envelope
  /** What is let through, in hertz: only what is lower than `below` and higher than `above`. */
  readonly below: number
  readonly above: number
  /** Where `below` goes until the end. */
  readonly toBelow?: number
  /** How the loudness swells meanwhile, by the share of the time that is over. */
  readonly swell?: (share: number) => number
}

/** Adds filtered noise: drums, wind, rain, fire. */
export const addHiss = (into: Samples, hiss: Hiss, random: Random): void => {
  const { envelope } = hiss
  const first = Math.max(0, Math.round(hiss.start * SAMPLE_RATE))
  const held = Math.round(hiss.length * SAMPLE_RATE)
  const release = Math.max(1, Math.round(envelope.release * SAMPLE_RATE))
  const attack = Math.max(1, Math.round(envelope.attack * SAMPLE_RATE))
  const last = Math.min(into.length, first + held + release)
  const fade = envelope.decay === Number.POSITIVE_INFINITY ? 1 : Math.exp(-1 / (envelope.decay * SAMPLE_RATE))
  const glide = hiss.toBelow === undefined ? 1 : (hiss.toBelow / hiss.below) ** (1 / (held + release))
  const highShare = share(hiss.above)
  let cutoff = hiss.below
  let lowShare = share(cutoff)
  let low = 0
  let lower = 0
  let rumble = 0
  let body = hiss.loudness
  let swell = 1
  for (let i = first; i < last; i++) {
    const age = i - first
    // Fast noise of its own: one draw decides where it begins.
    if (age % 64 === 0) {
      cutoff *= glide ** 64
      lowShare = share(cutoff)
      if (hiss.swell !== undefined) swell = hiss.swell(age / (last - first))
    }
    const white = random.next() * 2 - 1
    low += lowShare * (white - low)
    lower += lowShare * (low - lower)
    rumble += highShare * (lower - rumble)
    const begin = age < attack ? age / attack : 1
    const end = age > held ? 1 - (age - held) / release : 1
    into[i] = (into[i] ?? 0) + (lower - rumble) * body * begin * end * swell
    body *= fade
  }
}

/** How much of each new sample a filter of one pole takes on. */
const share = (hertz: number): number =>
  1 - Math.exp((-2 * Math.PI * Math.min(hertz, SAMPLE_RATE / 2.2)) / SAMPLE_RATE)

/** Adds what was heard a while ago, ever softer: room around a dry sound. */
export const addEcho = (samples: Samples, seconds: number, feedback: number): void => {
  const distance = Math.round(seconds * SAMPLE_RATE)
  for (let i = distance; i < samples.length; i++)
    samples[i] = (samples[i] ?? 0) + (samples[i - distance] ?? 0) * feedback
}

/** Makes the loudest sample as loud as it may be, and begins and ends in silence, so that nothing clips or clicks. */
export const finish = (samples: Samples, endSeconds: number): void => {
  let mean = 0
  for (const sample of samples) mean += sample
  mean /= samples.length
  let peak = 1e-9
  for (let i = 0; i < samples.length; i++) {
    const centred = (samples[i] ?? 0) - mean
    samples[i] = centred
    peak = Math.max(peak, Math.abs(centred))
  }
  const begin = Math.round(0.004 * SAMPLE_RATE)
  const end = Math.min(samples.length, Math.round(endSeconds * SAMPLE_RATE))
  for (let i = 0; i < samples.length; i++) {
    const left = samples.length - 1 - i
    const edge = Math.min(1, i / begin, left / end)
    samples[i] = ((samples[i] ?? 0) / peak) * LOUDEST * edge
  }
}

/** The loudest sample, of at most 1: leaves room for mixing with other sounds. */
const LOUDEST = 0.86
