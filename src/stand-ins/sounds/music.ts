import type { Random } from '../random.js'
import { SINE } from './effect.js'
import { type Mood, moodOf } from './mood.js'
import {
  addEcho,
  addHiss,
  addTone,
  type Envelope,
  finish,
  SAMPLE_RATE,
  type Samples,
  waveTable,
} from './wave.js'

const BEATS_PER_BAR = 4

const SCALES: Readonly<Record<Mood['scale'], readonly number[]>> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  // The fourth and the seventh are left out of the melody, and its chords are the major scale's.
  pentatonic: [0, 2, 4, 5, 7, 9, 11],
}

/** Chords by the degree of the scale that they stand on, from 0; each row ends where it can begin again. */
const PROGRESSIONS: Readonly<Record<Mood['scale'], readonly [readonly number[], ...(readonly number[])[]]>> =
  {
    major: [
      [0, 4, 5, 3],
      [0, 5, 3, 4],
      [0, 3, 4, 0],
      [0, 2, 3, 4],
    ],
    minor: [
      [0, 5, 2, 6],
      [0, 3, 5, 4],
      [0, 6, 5, 6],
      [0, 5, 3, 4],
    ],
    dorian: [
      [0, 3, 0, 6],
      [0, 6, 3, 0],
      [0, 2, 3, 6],
    ],
    pentatonic: [
      [0, 5, 3, 4],
      [3, 0, 5, 4],
      [0, 2, 5, 3],
    ],
  }

const LEADS: Readonly<
  Record<Mood['lead'], { readonly wave: Samples; readonly envelope: Envelope; readonly loudness: number }>
> = {
  bell: {
    wave: waveTable([1, 0, 0.32, 0, 0.1, 0.14]),
    envelope: { attack: 0.004, decay: 0.55, release: 0.35 },
    loudness: 0.34,
  },
  flute: {
    wave: waveTable([1, 0.26, 0.1, 0.03]),
    envelope: { attack: 0.045, decay: 4, release: 0.16 },
    loudness: 0.27,
  },
  pluck: {
    wave: waveTable([1, 0.5, 0.34, 0.2, 0.12, 0.08]),
    envelope: { attack: 0.004, decay: 0.26, release: 0.12 },
    loudness: 0.36,
  },
  square: {
    wave: waveTable([1, 0, 0.33, 0, 0.2, 0, 0.14, 0, 0.1]),
    envelope: { attack: 0.004, decay: 0.5, release: 0.05 },
    loudness: 0.17,
  },
}

const PAD = waveTable([1, 0.42, 0.2, 0.11, 0.06])
const BASS = waveTable([1, 0.35, 0.12, 0.04])

/** A note of the melody: when it begins within its bar and how long it is, in beats. */
interface Step {
  readonly at: number
  readonly length: number
}

const RHYTHMS: readonly [readonly Step[], ...(readonly Step[])[]] = [
  [
    { at: 0, length: 1 },
    { at: 1, length: 1 },
    { at: 2, length: 1.5 },
    { at: 3.5, length: 0.5 },
  ],
  [
    { at: 0, length: 1.5 },
    { at: 1.5, length: 0.5 },
    { at: 2, length: 2 },
  ],
  [
    { at: 0, length: 0.5 },
    { at: 0.5, length: 0.5 },
    { at: 1, length: 1 },
    { at: 2, length: 0.5 },
    { at: 2.5, length: 0.5 },
    { at: 3, length: 1 },
  ],
  [
    { at: 0.5, length: 0.5 },
    { at: 1, length: 1 },
    { at: 2.5, length: 0.5 },
    { at: 3, length: 1 },
  ],
  [
    { at: 0, length: 2 },
    { at: 2, length: 1 },
    { at: 3, length: 1 },
  ],
]

const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12)

/** Makes a piece of music of exactly so many seconds: chords, bass, a melody with a motif, and drums where the mood has them. */
export const makeMusic = (words: readonly string[], seconds: number, random: Random): Samples => {
  const mood = moodOf(words, random)
  // Whole bars fill the time, so that the piece can go round without a break.
  const bars = Math.max(2, 2 * Math.round((seconds * mood.tempo) / 60 / BEATS_PER_BAR / 2))
  const beat = seconds / (bars * BEATS_PER_BAR)
  const samples = new Float32Array(seconds * SAMPLE_RATE)
  const key = 57 + mood.shift + random.integer(4)
  const chords = random.pick(PROGRESSIONS[mood.scale])
  const scale = SCALES[mood.scale]
  const pitch = (degree: number): number =>
    key + 12 * Math.floor(degree / 7) + (scale[((degree % 7) + 7) % 7] ?? 0)
  const chordOf = (bar: number): number =>
    bar === bars - 1 && bars % chords.length !== 0 ? 0 : (chords[bar % chords.length] ?? 0)
  const tune = new Float32Array(samples.length)
  for (let bar = 0; bar < bars; bar++) {
    const start = bar * BEATS_PER_BAR * beat
    addChord(tune, chordOf(bar), start, beat, mood, pitch)
    addBass(samples, chordOf(bar), start, beat, mood, pitch)
  }
  addMelody(tune, bars, beat, mood, chordOf, pitch, random)
  addEcho(tune, beat * 0.75, mood.pads ? 0.26 : 0.16)
  for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) + (tune[i] ?? 0)
  if (mood.drums !== 'none') addDrums(samples, bars, beat, mood.drums, random)
  finish(samples, 0.12)
  return samples
}

const addChord = (
  into: Samples,
  chord: number,
  start: number,
  beat: number,
  mood: Mood,
  pitch: (degree: number) => number,
): void => {
  const degrees = [chord, chord + 2, chord + 4]
  if (mood.pads)
    for (const degree of degrees) {
      const held = {
        start,
        length: beat * 3.7,
        loudness: 0.085,
        wave: PAD,
        envelope: { attack: 0.12, decay: 6, release: 0.3 },
      }
      addTone(into, { ...held, pitch: hertz(pitch(degree)) })
      addTone(into, { ...held, pitch: hertz(pitch(degree)) * 1.004, loudness: 0.05 })
    }
  else
    for (let half = 0; half < 8; half++) {
      const degree = degrees[[0, 1, 2, 1][half % 4] ?? 0] ?? chord
      addTone(into, {
        start: start + (half * beat) / 2,
        length: beat * 0.42,
        pitch: hertz(pitch(degree)),
        loudness: 0.1,
        wave: PAD,
        envelope: { attack: 0.006, decay: 0.3, release: 0.08 },
      })
    }
}

const addBass = (
  into: Samples,
  chord: number,
  start: number,
  beat: number,
  mood: Mood,
  pitch: (degree: number) => number,
): void => {
  const pattern =
    mood.drums === 'driving'
      ? [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]
      : mood.drums === 'soft'
        ? [0, 1.5, 2, 3]
        : [0, 2]
  for (const [index, at] of pattern.entries()) {
    const next = pattern[index + 1] ?? BEATS_PER_BAR
    const fifth = index === pattern.length - 1 && mood.drums !== 'none'
    addTone(into, {
      start: start + at * beat,
      length: (next - at) * beat * 0.82,
      pitch: hertz(pitch(fifth ? chord + 4 : chord) - 24),
      loudness: 0.3,
      wave: BASS,
      envelope: { attack: 0.008, decay: 0.9, release: 0.07 },
    })
  }
}

/** Two motifs, as A A B A: what is heard again is remembered. */
const addMelody = (
  into: Samples,
  bars: number,
  beat: number,
  mood: Mood,
  chordOf: (bar: number) => number,
  pitch: (degree: number) => number,
  random: Random,
): void => {
  const lead = LEADS[mood.lead]
  const motif = () =>
    random.pick(RHYTHMS).map((step) => ({ ...step, move: random.pick([-1, 1, 1, 2, -2, 0]) }))
  const motifs = [motif(), motif()]
  for (let bar = 0; bar < bars; bar++) {
    const chord = chordOf(bar)
    const last = bar === bars - 1
    let degree = nearest(chord + 2 * random.integer(3), 7)
    for (const [index, step] of (motifs[bar % 4 === 2 ? 1 : 0] ?? []).entries()) {
      const strong = step.at % 2 === 0
      degree = strong ? chordTone(degree, chord) : degree + step.move
      if (mood.scale === 'pentatonic' && (degree % 7 === 3 || degree % 7 === 6)) degree += 1
      degree = Math.max(4, Math.min(14, degree))
      if (last && index > 0 && step.at >= 2) degree = 7
      addTone(into, {
        start: (bar * BEATS_PER_BAR + step.at) * beat,
        length: step.length * beat * 0.9,
        pitch: hertz(pitch(degree) + 12),
        loudness: lead.loudness * (strong ? 1 : 0.82),
        wave: lead.wave,
        envelope: lead.envelope,
        ...(mood.lead === 'flute' ? { vibrato: { rate: 5.2, depth: 0.006 } } : {}),
      })
      if (last && degree === 7) break
    }
  }
}

/** The same note of the scale, as near to a middle one as octaves allow. */
const nearest = (degree: number, middle: number): number => degree + 7 * Math.round((middle - degree) / 7)

/** The tone of a chord that is nearest to where the melody is. */
const chordTone = (degree: number, chord: number): number =>
  [0, 2, 4]
    .map((third) => nearest(chord + third, degree))
    .reduce((best, tone) => (Math.abs(tone - degree) < Math.abs(best - degree) ? tone : best))

const addDrums = (
  into: Samples,
  bars: number,
  beat: number,
  drums: 'soft' | 'driving',
  random: Random,
): void => {
  const loudness = drums === 'soft' ? 0.6 : 1
  for (let bar = 0; bar < bars; bar++)
    for (let eighth = 0; eighth < 8; eighth++) {
      const start = (bar * BEATS_PER_BAR + eighth / 2) * beat
      if (
        eighth === 0 ||
        eighth === 4 ||
        (drums === 'driving' && eighth % 2 === 0) ||
        (eighth === 5 && bar % 2 === 1)
      )
        addTone(into, {
          start,
          length: 0.1,
          pitch: 130,
          toPitch: 44,
          loudness: 0.5 * loudness,
          wave: SINE,
          envelope: { attack: 0.002, decay: 0.12, release: 0.06 },
        })
      if (eighth === 2 || eighth === 6)
        addHiss(
          into,
          {
            start,
            length: 0.08,
            loudness: 0.42 * loudness,
            below: 7_000,
            above: 500,
            envelope: { attack: 0.001, decay: 0.06, release: 0.05 },
          },
          random,
        )
      addHiss(
        into,
        {
          start,
          length: 0.02,
          loudness: (eighth % 2 === 0 ? 0.2 : 0.13) * loudness,
          below: 16_000,
          above: 6_500,
          envelope: { attack: 0.001, decay: 0.02, release: 0.02 },
        },
        random,
      )
    }
}
