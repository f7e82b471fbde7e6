import { BUZZ, type Draw, envelope, HELD, METAL, repeated, SINE, SOFT, SQUARE } from './effect.js'
import { addHiss, addTone } from './wave.js'

/** Short sounds, repeated until the end. */
export const SHORT_EFFECTS = {
  laser: repeated(0.75, (into, start, random) => {
    const pitch = random.between(1_500, 2_200)
    addTone(into, {
      start,
      length: 0.2,
      pitch,
      toPitch: pitch / 12,
      loudness: 0.5,
      wave: BUZZ,
      envelope: envelope(0.002, 0.14, 0.06),
    })
  }),
  coin: repeated(1.1, (into, start, random) => {
    const pitch = random.pick([988, 1_047, 1_175])
    addTone(into, {
      start,
      length: 0.07,
      pitch,
      loudness: 0.4,
      wave: SQUARE,
      envelope: envelope(0.002, 1, 0.01),
    })
    addTone(into, {
      start: start + 0.08,
      length: 0.3,
      pitch: pitch * 1.335,
      loudness: 0.4,
      wave: SQUARE,
      envelope: envelope(0.002, 0.2, 0.12),
    })
  }),
  jump: repeated(0.95, (into, start, random) => {
    const pitch = random.between(210, 290)
    addTone(into, {
      start,
      length: 0.22,
      pitch,
      toPitch: pitch * 3.1,
      loudness: 0.5,
      wave: SQUARE,
      envelope: envelope(0.004, 0.4, 0.05),
    })
  }),
  bell: repeated(1.6, (into, start, random) => {
    const pitch = random.pick([523, 587, 659, 784])
    for (const [ratio, loudness, decay] of [
      [0.5, 0.2, 1.1],
      [1, 0.5, 0.8],
      [2.01, 0.3, 0.5],
      [2.98, 0.2, 0.3],
      [4.2, 0.12, 0.18],
    ] as const)
      addTone(into, {
        start,
        length: 1.2,
        pitch: pitch * ratio,
        loudness,
        wave: SINE,
        envelope: envelope(0.002, decay, 0.8),
      })
  }),
  bird: repeated(0.62, (into, start, random) => {
    const pitch = random.between(2_400, 3_900)
    for (let i = 0; i < 1 + random.integer(4); i++)
      addTone(into, {
        start: start + i * 0.09,
        length: 0.05,
        pitch: pitch * random.between(0.9, 1.1),
        toPitch: pitch * random.between(0.8, 1.4),
        loudness: random.between(0.2, 0.45),
        wave: SINE,
        envelope: envelope(0.012, HELD, 0.03),
        vibrato: { rate: 32, depth: 0.03 },
      })
  }),
  steps: repeated(0.48, (into, start, random) => {
    addHiss(
      into,
      {
        start,
        length: 0.03,
        loudness: 0.9,
        below: random.between(700, 1_100),
        above: 80,
        envelope: envelope(0.003, 0.03, 0.07),
      },
      random,
    )
    addTone(into, {
      start,
      length: 0.03,
      pitch: random.between(75, 95),
      toPitch: 45,
      loudness: 0.5,
      wave: SINE,
      envelope: envelope(0.003, 0.04, 0.06),
    })
  }),
  heart: (into, seconds) => {
    for (let start = 0.05; start < seconds - 0.4; start += 0.88)
      for (const [delay, loudness] of [
        [0, 0.7],
        [0.24, 0.5],
      ] as const)
        addTone(into, {
          start: start + delay,
          length: 0.08,
          pitch: 78,
          toPitch: 40,
          loudness,
          wave: SINE,
          envelope: envelope(0.006, 0.09, 0.08),
        })
  },
  drop: repeated(0.7, (into, start, random) => {
    const pitch = random.between(380, 760)
    addTone(into, {
      start,
      length: 0.06,
      pitch,
      toPitch: pitch * 2.4,
      loudness: 0.55,
      wave: SINE,
      envelope: envelope(0.004, 0.06, 0.06),
    })
  }),
  magic: repeated(1.5, (into, start, random) => {
    const root = random.pick([523, 587, 659])
    for (const [index, semitones] of [0, 4, 7, 12, 16, 19, 24].entries())
      addTone(into, {
        start: start + index * 0.07,
        length: 0.1,
        pitch: root * 2 ** (semitones / 12),
        loudness: 0.3,
        wave: SOFT,
        envelope: envelope(0.003, 0.25, 0.3),
      })
  }),
  click: repeated(0.5, (into, start, random) => {
    addHiss(
      into,
      {
        start,
        length: 0.004,
        loudness: 0.9,
        below: 8_000,
        above: 1_500,
        envelope: envelope(0.0005, 0.004, 0.012),
      },
      random,
    )
    addTone(into, {
      start,
      length: 0.006,
      pitch: random.between(1_500, 1_900),
      loudness: 0.3,
      wave: SINE,
      envelope: envelope(0.001, 0.006, 0.016),
    })
  }),
  alarm: (into, seconds) => {
    for (let start = 0.02; start < seconds - 0.3; start += 0.7) {
      addTone(into, {
        start,
        length: 0.3,
        pitch: 880,
        loudness: 0.36,
        wave: SQUARE,
        envelope: envelope(0.01, HELD, 0.03),
      })
      addTone(into, {
        start: start + 0.35,
        length: 0.3,
        pitch: 660,
        loudness: 0.36,
        wave: SQUARE,
        envelope: envelope(0.01, HELD, 0.03),
      })
    }
  },
  fail: repeated(1.6, (into, start) => {
    for (const [index, pitch] of [392, 370, 349, 311].entries())
      addTone(into, {
        start: start + index * 0.22,
        length: index === 3 ? 0.5 : 0.17,
        pitch,
        loudness: 0.36,
        wave: BUZZ,
        envelope: envelope(0.01, 0.8, 0.1),
        vibrato: { rate: 6, depth: index === 3 ? 0.02 : 0 },
      })
  }),
  sword: repeated(0.95, (into, start, random) => {
    addHiss(
      into,
      {
        start,
        length: 0.14,
        loudness: 0.8,
        below: 2_000,
        toBelow: 9_000,
        above: 700,
        envelope: envelope(0.06, 0.2, 0.08),
      },
      random,
    )
    for (const ratio of [1, 1.47, 2.31])
      addTone(into, {
        start: start + 0.16,
        length: 0.3,
        pitch: random.between(1_500, 1_900) * ratio,
        loudness: 0.2,
        wave: METAL,
        envelope: envelope(0.001, 0.18, 0.3),
      })
  }),
  ghost: repeated(2, (into, start, random) => {
    const pitch = random.between(290, 420)
    addTone(into, {
      start,
      length: 0.9,
      pitch,
      toPitch: pitch * 1.6,
      loudness: 0.35,
      wave: SOFT,
      envelope: envelope(0.35, HELD, 0.7),
      vibrato: { rate: 5.5, depth: 0.03 },
    })
    addTone(into, {
      start: start + 0.2,
      length: 0.9,
      pitch: pitch * 0.75,
      toPitch: pitch * 1.1,
      loudness: 0.25,
      wave: SINE,
      envelope: envelope(0.35, HELD, 0.7),
      vibrato: { rate: 4.4, depth: 0.04 },
    })
  }),
  drum: repeated(0.36, (into, start, random) => {
    addTone(into, {
      start,
      length: 0.09,
      pitch: random.between(140, 190),
      toPitch: 70,
      loudness: 0.6,
      wave: SINE,
      envelope: envelope(0.002, 0.1, 0.08),
    })
    addHiss(
      into,
      { start, length: 0.02, loudness: 0.5, below: 3_500, above: 200, envelope: envelope(0.001, 0.03, 0.05) },
      random,
    )
  }),
} as const satisfies Readonly<Record<string, Draw>>
