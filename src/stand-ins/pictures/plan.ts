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

/** What a picture shows, read out of its words. */
export interface Plan {
  /** Null where no word is known: the picture is then a composition of forms and colours. */
  readonly place: Place | null
  readonly time: Time
  readonly weather: ReadonlySet<Weather>
  readonly subjects: readonly PlannedSubject[]
  /** Colours that belong to no subject: they tint the whole. */
  readonly tints: readonly Colour[]
  readonly avoidedColours: ReadonlySet<Colour>
}

export interface PlannedSubject {
  readonly kind: Subject
  /** The colour that the words give it. */
  readonly colour: Colour | null
  /** 1, or more where the word stood in the plural. */
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
  const subjects: PlannedSubject[] = []
  const tints: Colour[] = []
  const weather = new Set<Weather>()
  let places: Place[] = []
  let time: Time | null = null
  let colour: Colour | null = null
  let number = 0
  for (const word of wanted) {
    const meaning = COLOUR_WORDS.get(word)
    const subject = lookUp(SUBJECT_WORDS, word)
    const place = lookUp(PLACE_WORDS, word)
    const sky = lookUp(WEATHER_WORDS, word)
    time ??= lookUp(TIME_WORDS, word) ?? null
    if (place !== undefined) places.push(place)
    if (sky !== undefined) weather.add(sky)
    if (meaning !== undefined && subject === undefined) {
      if (colour !== null) tints.push(colour)
      colour = meaning
    } else if (subject !== undefined) {
      const plural = word.endsWith('s') && !SUBJECT_WORDS.has(word)
      if (!subjects.some(({ kind }) => kind === subject))
        subjects.push({ kind: subject, colour, count: number > 0 ? number : plural ? 3 : 1 })
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
  for (const thing of excluded(WEATHER_WORDS)) weather.delete(thing)
  const noSubjects = excluded(SUBJECT_WORDS)
  const shown = keepScenery(
    subjects.filter(({ kind }) => !noSubjects.has(kind)),
    places,
    weather,
  )
  const place = places[0] ?? defaultPlace(shown, weather, time, random)
  return {
    place,
    time: time ?? (place === 'space' ? 'night' : random.pick(['day', 'day', 'day', 'dawn', 'sunset'])),
    weather,
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
  subjects.filter(({ kind }) => {
    if (kind === 'star') return places.length === 0 && !weather.has('moon') && subjects.length === 1
    if (kind === 'tree') return !places.includes('forest')
    if (kind === 'flower') return !places.includes('meadow') || subjects.length === 1
    return true
  })

/** Where a subject is at home when no word says where. */
const HOMES: { readonly [Kind in Subject]?: Place } = {
  fish: 'underwater',
  boat: 'sea',
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
  const [first] = subjects
  if (first !== undefined) {
    const home = HOMES[first.kind]
    if (home !== undefined) return home
    return weather.size > 0 || time !== null ? 'meadow' : random.pick(['studio', 'studio', 'meadow'])
  }
  if (weather.has('mountains')) return 'mountain'
  return weather.size > 0 || time !== null ? random.pick(['meadow', 'mountain', 'sea']) : null
}
