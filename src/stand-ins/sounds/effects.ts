import type { Random } from '../random.js'
import { dictionaryOf, lookUp } from '../words.js'
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

const EFFECTS = {
  laser: 'laser pew shoot shot blaster gun zap phaser',
  coin: 'coin pickup collect money point score munze reward gem treasure',
  jump: 'jump hop bounce boing spring sprung',
  explosion: 'explosion explode boom blast bomb bang crash cannon firework',
  rain: 'rain rainy drizzle regen shower pluie',
  wind: 'wind windy breeze storm blizzard vent',
  thunder: 'thunder thunderstorm lightning donner',
  sea: 'sea ocean wave beach surf meer shore waterfall river water stream',
  bell: 'bell chime ring ding gong church glocke doorbell notification alert',
  bird: 'bird tweet chirp vogel forest birdsong cricket',
  steps: 'step footstep walk walking running march hoof horse',
  engine: 'engine motor car drive truck race vehicle machine',
  heart: 'heart heartbeat pulse',
  fire: 'fire campfire crackle flame burn feuer',
  drop: 'drop bubble drip plop underwater splash pop',
  magic:
    'magic sparkle fairy spell wizard twinkle glitter power powerup level levelup heal upgrade win success',
  click: 'click button tap switch tick clock type keyboard',
  alarm: 'alarm siren warning emergency police beep',
  fail: 'fail lose lost wrong error game-over over death hurt hit damage buzzer no',
  sword: 'sword clash blade metal slash swing whoosh swoosh swish',
  ghost: 'ghost spooky haunted creepy scary howl wolf horror',
  drum: 'drum drumroll knock door snare',
} as const

type Effect = keyof typeof EFFECTS

const WORDS: ReadonlyMap<string, Effect> = dictionaryOf<Effect>(EFFECTS)

const SINE = waveTable([1])
const SOFT = waveTable([1, 0.3, 0.12, 0.05])
const BUZZ = waveTable([1, 0.5, 0.33, 0.25, 0.2, 0.16, 0.14, 0.12])
const SQUARE = waveTable([1, 0, 0.33, 0, 0.2, 0, 0.14, 0, 0.11])
const METAL = waveTable([1, 0, 0, 0.5, 0, 0, 0.35, 0, 0.2, 0, 0, 0.15])

const HELD = Number.POSITIVE_INFINITY
const envelope = (attack: number, decay: number, release: number): Envelope => ({ attack, decay, release })

/** Adds one kind of effect to a sound of so many seconds. */
type Draw = (into: Samples, seconds: number, random: Random) => void

/** Something short that happens again and again, each time a little different. */
const again =
  (every: number, once: (into: Samples, start: number, random: Random) => void): Draw =>
  (into, seconds, random) => {
    for (let start = 0.02; start < seconds - 0.25; start += every * random.between(0.85, 1.2))
      once(into, start, random)
  }

const DRAWINGS: Readonly<Record<Effect, Draw>> = {
  laser: again(0.75, (into, start, random) => {
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
  coin: again(1.1, (into, start, random) => {
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
  jump: again(0.95, (into, start, random) => {
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
  bell: again(1.6, (into, start, random) => {
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
  bird: again(0.62, (into, start, random) => {
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
  steps: again(0.48, (into, start, random) => {
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
  drop: again(0.7, (into, start, random) => {
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
  magic: again(1.5, (into, start, random) => {
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
  click: again(0.5, (into, start, random) => {
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
  fail: again(1.6, (into, start) => {
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
  sword: again(0.95, (into, start, random) => {
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
  ghost: again(2, (into, start, random) => {
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
  drum: again(0.36, (into, start, random) => {
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
}

/** For words that name no sound: a short call of a few notes, which they choose. */
const call: Draw = (into, seconds, random) => {
  const root = random.pick([330, 392, 440, 523])
  const notes = Array.from({ length: 3 + random.integer(3) }, () => random.pick([0, 2, 4, 7, 9, 12]))
  again(1.9, (samples, start) => {
    for (const [index, semitones] of notes.entries())
      addTone(samples, {
        start: start + index * 0.15,
        length: 0.16,
        pitch: root * 2 ** (semitones / 12),
        loudness: 0.4,
        wave: SOFT,
        envelope: envelope(0.006, 0.3, 0.3),
      })
  })(into, seconds, random)
}

/** How much room each of several effects leaves to the others. */
const MOST_AT_ONCE = 3

/** Makes a sound of exactly so many seconds: of everything that the words name, or a call of their own. */
export const makeEffect = (words: readonly string[], seconds: number, random: Random): Samples => {
  const named = [...new Set(words.flatMap((word) => lookUp(WORDS, word) ?? []))].slice(0, MOST_AT_ONCE)
  const samples = new Float32Array(seconds * SAMPLE_RATE)
  if (named.length === 0) call(samples, seconds, random)
  for (const effect of named) DRAWINGS[effect](samples, seconds, random)
  addEcho(samples, 0.11, 0.14)
  finish(samples, 0.25)
  return samples
}
