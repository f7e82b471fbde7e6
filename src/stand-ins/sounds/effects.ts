import type { Random } from '../random.js'
import { dictionaryOf, lookUp } from '../words.js'
import { type Draw, envelope, repeated, SOFT } from './effect.js'
import { LASTING_EFFECTS } from './lasting-effects.js'
import { SHORT_EFFECTS } from './short-effects.js'
import { addEcho, addTone, finish, SAMPLE_RATE, type Samples } from './wave.js'

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

const DRAWINGS: Readonly<Record<Effect, Draw>> = { ...SHORT_EFFECTS, ...LASTING_EFFECTS }

/** For words that name no sound: a short call of a few notes, which they choose. */
const call: Draw = (into, seconds, random) => {
  const root = random.pick([330, 392, 440, 523])
  const notes = Array.from({ length: 3 + random.integer(3) }, () => random.pick([0, 2, 4, 7, 9, 12]))
  repeated(1.9, (samples, start) => {
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
