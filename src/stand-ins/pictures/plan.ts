import type { Random } from '../random.js'
import { lookUp, wantedWords } from '../words.js'
import { COLOUR_WORDS, type Colour } from './colours.js'
import {
  FILLERS,
  PLACE_WORDS,
  type Place,
  SUBJECT_WORDS,
  type Subject,
  TIME_WORDS,
  type Time,
  WEATHER_WORDS,
  type Weather,
} from './vocabulary.js'

/** What a picture shows, from the words of its prompt. */
export interface Plan {
  /** Null if no word is known: the picture is then a composition of shapes and colours. */
  readonly place: Place | null
  readonly time: Time
  readonly weather: ReadonlySet<Weather>
  /** What must not be there. */
  readonly without: ReadonlySet<Weather>
  readonly subjects: readonly PlannedSubject[]
  /** Colours that belong to no subject: they tint the whole. */
  readonly tints: readonly Colour[]
  readonly avoidedColours: ReadonlySet<Colour>
}

export interface PlannedSubject {
  readonly kind: Subject
  /** The colour that the words give it. */
  readonly colour: Colour | null
  /** 1, or more if the word is a plural. */
  readonly count: number
}

/** More than this many kinds of things make a crowd, not a picture. */
const MAX_SUBJECTS = 3

const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  zwei: 2,
  deux: 2,
  dos: 2,
  three: 3,
  drei: 3,
  trois: 3,
  tres: 3,
  four: 4,
  five: 5,
  many: 5,
}

export const planPicture = (prompt: string, avoid: string, random: Random): Plan => {
  const { wanted, unwanted } = wantedWords(prompt, avoid)
  const avoidedColours = new Set<Colour>()
  for (const word of unwanted) {
    const colour = COLOUR_WORDS.get(word)
    if (colour !== undefined) avoidedColours.add(colour)
  }
  const subjects: (PlannedSubject & { readonly word: string })[] = []
  const tints: Colour[] = []
  const weather = new Set<Weather>()
  let places: Place[] = []
  let time: Time | null = null
  let colour: Colour | null = null
  let number = 0
  const words = joined(wanted)
  for (const [index, word] of words.entries()) {
    const meaning = COLOUR_WORDS.get(word)
    const subject = lookUp(SUBJECT_WORDS, word)
    const place = lookUp(PLACE_WORDS, word)
    const sky = lookUp(WEATHER_WORDS, word)
    time ??= lookUp(TIME_WORDS, word) ?? null
    if (place !== undefined) places.push(place)
    if (sky !== undefined) weather.add(sky)
    const last = subjects.at(-1)
    if (
      meaning !== undefined &&
      subject === undefined &&
      last !== undefined &&
      last.word === words[index - 1] &&
      !isNoun(words[index + 1])
    ) {
      // "Un chat noir": the colour comes after its thing.
      subjects[subjects.length - 1] = { ...last, colour: last.colour ?? meaning }
    } else if (meaning !== undefined && subject === undefined) {
      if (colour !== null) tints.push(colour)
      colour = meaning
    } else if (subject !== undefined) {
      const plural = word.endsWith('s') && !SUBJECT_WORDS.has(word)
      if (!subjects.some(({ kind }) => kind === subject))
        subjects.push({ kind: subject, word, colour, count: number > 0 ? number : plural ? 3 : 1 })
      colour = null
      number = 0
    } else if (place !== undefined || sky !== undefined) {
      if (colour !== null) tints.push(colour)
      colour = null
    } else if (Object.hasOwn(NUMBERS, word)) number = NUMBERS[word] ?? 0
    else if (!FILLERS.has(word) && colour !== null) {
      tints.push(colour)
      colour = null
    }
  }
  if (colour !== null) tints.push(colour)
  const excluded = <T extends string>(dictionary: ReadonlyMap<string, T>): ReadonlySet<T> =>
    new Set([...unwanted].flatMap((word) => dictionary.get(word) ?? []))
  const noPlaces = excluded(PLACE_WORDS)
  places = places.filter((place) => !noPlaces.has(place))
  const without = excluded(WEATHER_WORDS)
  for (const thing of without) weather.delete(thing)
  const noSubjects = excluded(SUBJECT_WORDS)
  const shown = keepScenery(
    subjects.filter(({ kind }) => !noSubjects.has(kind)),
    places,
    weather,
  )
  // "A winter city" is a city, in which it snows.
  const place =
    places.find((one) => one !== 'snow') ?? places[0] ?? defaultPlace(shown, weather, time, random)
  return {
    place,
    time: time ?? (place === 'space' ? 'night' : random.pick(['day', 'day', 'day', 'dawn', 'sunset'])),
    weather,
    without,
    subjects: shown.slice(0, MAX_SUBJECTS),
    tints: tints.filter((tint) => !avoidedColours.has(tint)),
    avoidedColours,
  }
}

/** What belongs to the scenery rather than before it: the stars of a night sky, the trees of a forest. */
const keepScenery = (
  subjects: readonly PlannedSubject[],
  places: readonly Place[],
  weather: ReadonlySet<Weather>,
): readonly PlannedSubject[] =>
  subjects.filter(({ kind, count }) => {
    if (kind === 'star') return places.length === 0 && !weather.has('moon') && subjects.length === 1
    if (kind === 'bird') return count === 1 || subjects.length === 1
    if (kind === 'tree') return !places.includes('forest')
    if (kind === 'flower') return !places.includes('meadow') || subjects.length === 1
    return true
  })

/** Where a subject is at home when no word says where. */
const HOMES: { readonly [Kind in Subject]?: Place } = {
  fish: 'underwater',
  boat: 'sea',
  lighthouse: 'sea',
  train: 'mountain',
  unicorn: 'meadow',
  car: 'city',
  rocket: 'space',
  planet: 'space',
  monster: 'meadow',
  penguin: 'snow',
  cactus: 'desert',
  castle: 'mountain',
  house: 'meadow',
  tree: 'meadow',
  mushroom: 'forest',
  owl: 'forest',
  bear: 'forest',
  fox: 'forest',
  balloon: 'mountain',
  cup: 'room',
  cake: 'room',
  book: 'room',
  gift: 'room',
  frog: 'meadow',
  flower: 'meadow',
  butterfly: 'meadow',
  bird: 'meadow',
  rabbit: 'meadow',
  dragon: 'mountain',
  umbrella: 'city',
}

const defaultPlace = (
  subjects: readonly PlannedSubject[],
  weather: ReadonlySet<Weather>,
  time: Time | null,
  random: Random,
): Place | null => {
  if (subjects.length > 0) {
    for (const { kind } of subjects) {
      const home = HOMES[kind]
      if (home !== undefined) return home
    }
    return weather.size > 0 || time !== null ? 'meadow' : random.pick(['studio', 'studio', 'meadow'])
  }
  if (weather.has('mountains')) return 'mountain'
  return weather.size > 0 || time !== null ? random.pick(['meadow', 'mountain', 'sea']) : null
}

/** Two words that are one thing: "ice cream", "space ship". */
const joined = (words: readonly string[]): readonly string[] => {
  const whole: string[] = []
  for (const word of words) {
    const both = `${whole.at(-1) ?? ''}${word}`
    if (whole.length > 0 && SUBJECT_WORDS.has(both)) whole[whole.length - 1] = both
    else whole.push(word)
  }
  return whole
}

const isNoun = (word: string | undefined): boolean =>
  word !== undefined &&
  [SUBJECT_WORDS, PLACE_WORDS, WEATHER_WORDS].some(
    (dictionary) => lookUp<string>(dictionary, word) !== undefined,
  )
