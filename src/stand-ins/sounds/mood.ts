import type { Random } from '../random.js'
import { dictionaryOf, lookUp } from '../words.js'

/** How a piece of music is to feel. */
export interface Mood {
  /** Beats a minute, about. */
  readonly tempo: number
  readonly scale: 'major' | 'minor' | 'dorian' | 'pentatonic'
  readonly lead: 'bell' | 'flute' | 'pluck' | 'square'
  readonly drums: 'none' | 'soft' | 'driving'
  readonly pads: boolean
  /** Semitones by which everything is higher or lower. */
  readonly shift: number
}

const MOODS = {
  happy:
    'happy joy joyful cheerful fun funny sunny bright party dance upbeat glad play playful cute frohlich heureux feliz summer holiday win victory birthday',
  sad: 'sad slow melancholy lonely rain rainy tears triste traurig goodbye autumn blue lament',
  calm: 'calm relax relaxing sleep lullaby ambient meditation soft gentle peaceful quiet dream dreamy night ruhig calme water ocean zen study lofi piano',
  epic: 'epic battle boss hero fight war fantasy castle knight dragon adventure heroic orchestra dramatic quest march',
  spooky: 'spooky scary horror haunted ghost halloween dark creepy mystery mysterious dungeon cave zombie',
  retro: 'retro chiptune bit arcade game pixel nes nintendo videogame platformer console eight',
  fast: 'fast race racing chase energetic rock techno electronic action speed run running metal punk trance',
  space: 'space sci fi galaxy cosmic future futuristic synth synthwave cyberpunk robot alien',
} as const

type Feeling = keyof typeof MOODS

const WORDS: ReadonlyMap<string, Feeling> = dictionaryOf<Feeling>(MOODS)

const FEELINGS: Readonly<Record<Feeling, Mood>> = {
  happy: { tempo: 118, scale: 'major', lead: 'pluck', drums: 'soft', pads: false, shift: 2 },
  sad: { tempo: 72, scale: 'minor', lead: 'flute', drums: 'none', pads: true, shift: -3 },
  calm: { tempo: 76, scale: 'pentatonic', lead: 'bell', drums: 'none', pads: true, shift: 0 },
  epic: { tempo: 104, scale: 'minor', lead: 'flute', drums: 'driving', pads: true, shift: -5 },
  spooky: { tempo: 84, scale: 'dorian', lead: 'bell', drums: 'soft', pads: true, shift: -4 },
  retro: { tempo: 136, scale: 'major', lead: 'square', drums: 'driving', pads: false, shift: 3 },
  fast: { tempo: 146, scale: 'minor', lead: 'square', drums: 'driving', pads: false, shift: 0 },
  space: { tempo: 96, scale: 'dorian', lead: 'bell', drums: 'soft', pads: true, shift: -2 },
}

/** The mood that the words ask for; where they ask for none, chance chooses. The first such word counts. */
export const moodOf = (words: readonly string[], random: Random): Mood => {
  const feelings = words.flatMap((word) => lookUp(WORDS, word) ?? [])
  const [first, second] = feelings
  const mood = FEELINGS[first ?? random.pick(['happy', 'calm', 'space', 'retro', 'epic'])]
  const other = second === undefined ? mood : FEELINGS[second]
  const nudged = words.some((word) => word === 'slow') ? 0.8 : words.some((word) => word === 'fast') ? 1.2 : 1
  return {
    ...mood,
    tempo: ((mood.tempo * 2 + other.tempo) / 3) * nudged,
    lead: first === second ? mood.lead : other.lead,
  }
}
