import type { Draw } from './effect.js'
import { BUZZ, envelope, HELD, SINE } from './effect.js'
import { addHiss, addTone } from './wave.js'

/** Sounds that go on, or are one long thing. */
export const LASTING_EFFECTS = {
  explosion: (into, seconds, random) => {
    addHiss(
      into,
      {
        start: 0.01,
        length: seconds * 0.55,
        loudness: 2.2,
        below: 3_800,
        toBelow: 90,
        above: 25,
        envelope: envelope(0.003, seconds * 0.22, seconds * 0.35),
      },
      random,
    )
    addTone(into, {
      start: 0.01,
      length: 0.7,
      pitch: 110,
      toPitch: 28,
      loudness: 0.9,
      wave: SINE,
      envelope: envelope(0.003, 0.4, 0.4),
    })
    for (let i = 0; i < 22; i++)
      addHiss(
        into,
        {
          start: random.between(0.2, seconds * 0.7),
          length: 0.02,
          loudness: random.between(0.1, 0.4),
          below: 5_000,
          above: 800,
          envelope: envelope(0.001, 0.02, 0.03),
        },
        random,
      )
  },
  rain: (into, seconds, random) => {
    addHiss(
      into,
      {
        start: 0,
        length: seconds,
        loudness: 0.7,
        below: 9_000,
        above: 1_200,
        envelope: envelope(0.3, HELD, 0.01),
      },
      random,
    )
    for (let i = 0; i < seconds * 70; i++)
      addTone(into, {
        start: random.between(0, seconds - 0.05),
        length: 0.01,
        pitch: random.between(1_600, 5_200),
        toPitch: 900,
        loudness: random.between(0.02, 0.13),
        wave: SINE,
        envelope: envelope(0.001, 0.01, 0.02),
      })
  },
  wind: (into, seconds, random) => {
    const turns = random.between(0.16, 0.3)
    for (const [low, high, offset] of [
      [180, 620, 0],
      [420, 1_300, 2],
    ] as const)
      addHiss(
        into,
        {
          start: 0,
          length: seconds,
          loudness: 1.5,
          below: high,
          above: low,
          envelope: envelope(0.4, HELD, 0.01),
          swell: (share) => 0.45 + 0.55 * Math.sin(share * seconds * turns * 2 * Math.PI + offset) ** 2,
        },
        random,
      )
  },
  thunder: (into, seconds, random) => {
    addHiss(
      into,
      {
        start: 0,
        length: seconds,
        loudness: 0.22,
        below: 8_000,
        above: 1_200,
        envelope: envelope(0.2, HELD, 0.01),
      },
      random,
    )
    for (let start = 0.25; start < seconds - 1; start += random.between(2.4, 4))
      addHiss(
        into,
        {
          start,
          length: 1.6,
          loudness: 3,
          below: 1_300,
          toBelow: 70,
          above: 22,
          envelope: envelope(0.015, 0.8, 1.4),
          swell: (share) => 0.6 + 0.4 * Math.sin(share * 38),
        },
        random,
      )
  },
  sea: (into, seconds, random) => {
    for (let start = -1; start < seconds; start += random.between(2.2, 3.4))
      addHiss(
        into,
        {
          start: Math.max(0, start),
          length: 2.6,
          loudness: 1.1,
          below: 900,
          toBelow: 3_400,
          above: 120,
          envelope: envelope(1.2, HELD, 1.3),
        },
        random,
      )
    addHiss(
      into,
      {
        start: 0,
        length: seconds,
        loudness: 0.3,
        below: 500,
        above: 60,
        envelope: envelope(0.2, HELD, 0.01),
      },
      random,
    )
  },
  engine: (into, seconds, random) => {
    const pitch = random.between(52, 70)
    for (const [ratio, loudness] of [
      [1, 0.5],
      [1.5, 0.22],
      [2.02, 0.3],
    ] as const)
      addTone(into, {
        start: 0,
        length: seconds,
        pitch: pitch * ratio,
        toPitch: pitch * ratio * 1.7,
        loudness,
        wave: BUZZ,
        envelope: envelope(0.15, HELD, 0.05),
        vibrato: { rate: 11, depth: 0.02 },
      })
    addHiss(
      into,
      {
        start: 0,
        length: seconds,
        loudness: 0.3,
        below: 700,
        above: 90,
        envelope: envelope(0.1, HELD, 0.01),
      },
      random,
    )
  },
  fire: (into, seconds, random) => {
    addHiss(
      into,
      {
        start: 0,
        length: seconds,
        loudness: 0.7,
        below: 420,
        above: 60,
        envelope: envelope(0.3, HELD, 0.01),
        swell: (share) => 0.7 + 0.3 * Math.sin(share * 50),
      },
      random,
    )
    for (let i = 0; i < seconds * 16; i++)
      addHiss(
        into,
        {
          start: random.between(0, seconds - 0.05),
          length: 0.004,
          loudness: random.between(0.2, 1),
          below: 7_000,
          above: 1_400,
          envelope: envelope(0.001, 0.006, 0.012),
        },
        random,
      )
  },
} as const satisfies Readonly<Record<string, Draw>>
