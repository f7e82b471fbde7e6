import type { Random } from '../random.js'

const STARTS = [
  'Al',
  'Bri',
  'Cor',
  'Da',
  'El',
  'Fen',
  'Gal',
  'Ha',
  'Il',
  'Jo',
  'Ka',
  'Lu',
  'Mi',
  'No',
  'Or',
  'Pip',
  'Ro',
  'Sa',
  'Tal',
  'Va',
  'Wil',
  'Za',
] as const
const MIDDLES = ['', '', 'ri', 'la', 'na', 'do', 'mi', 'be', 'ta', 've', 'lo'] as const
const ENDS = [
  'n',
  'ra',
  'lin',
  'mo',
  'dor',
  'sha',
  'wyn',
  'ko',
  'bell',
  'rick',
  'nia',
  'stan',
  'zo',
  'vi',
  'th',
] as const

/** A name that nobody has. */
export const inventName = (random: Random): string =>
  `${random.pick(STARTS)}${random.pick(MIDDLES)}${random.pick(ENDS)}`

const QUALITIES = [
  'Brave',
  'Hidden',
  'Silver',
  'Merry',
  'Restless',
  'Quiet',
  'Crimson',
  'Lucky',
  'Wandering',
  'Shining',
  'Velvet',
  'Clever',
  'Golden',
  'Midnight',
  'Gentle',
  'Wild',
] as const
const NOUNS = [
  'Lantern',
  'Harbour',
  'Fox',
  'Compass',
  'Garden',
  'Comet',
  'Riddle',
  'Bridge',
  'Feather',
  'Ember',
  'Voyage',
  'Orchard',
  'Echo',
  'Meadow',
  'Clock',
  'Tower',
] as const

/** A name for a thing or a place, such as "The Silver Lantern". */
export const inventTitle = (random: Random): string => `The ${random.pick(QUALITIES)} ${random.pick(NOUNS)}`
