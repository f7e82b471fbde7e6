import { dictionaryOf } from '../words.js'

/** Colours as `#rrggbb`. */
export type Colour = string

const NAMED = {
  '#e5484d': 'red rot rote roter rotes rouge rojo roja crimson scarlet ruby',
  '#f08c3a': 'orange amber naranja copper',
  '#f7cf46': 'yellow gelb gelbe gelber jaune amarillo amarilla lemon',
  '#e9b949': 'gold golden goldene dorado',
  '#4caf6d': 'green grun grune gruner vert verte verde emerald mint lime',
  '#2fa8a0': 'teal turquoise cyan aqua',
  '#4a8fe7': 'blue blau blaue blauer bleu bleue azul azure sapphire navy',
  '#8a63d2': 'purple violet lila morado indigo lavender magenta',
  '#f08fb4': 'pink rosa rose salmon peach coral',
  '#9a6a45': 'brown braun braune marron bronze chocolate wooden',
  '#f6f4ee': 'white weiss weisse blanc blanche blanco blanca ivory pale',
  '#3a3d4d': 'black schwarz schwarze noir noire negro negra dark',
  '#9aa3b2': 'grey gray grau graue gris silver silvern',
} as const

/** What a word says of a colour. */
export const COLOUR_WORDS: ReadonlyMap<string, Colour> = dictionaryOf(NAMED)

interface Channels {
  readonly red: number
  readonly green: number
  readonly blue: number
}

const channelsOf = (colour: Colour): Channels => {
  const value = Number.parseInt(colour.slice(1), 16)
  return { red: (value >> 16) & 255, green: (value >> 8) & 255, blue: value & 255 }
}

/** @param share 0 is the first colour, 1 the second */
export const mix = (first: Colour, second: Colour, share: number): Colour => {
  const a = channelsOf(first)
  const b = channelsOf(second)
  const channel = (from: number, to: number): string =>
    Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${channel(a.red, b.red)}${channel(a.green, b.green)}${channel(a.blue, b.blue)}`
}

export const lighter = (colour: Colour, share = 0.3): Colour => mix(colour, '#ffffff', share)

/** Towards a deep blue rather than black, as shadows are. */
export const darker = (colour: Colour, share = 0.3): Colour => mix(colour, '#1a1440', share)

/** How bright a colour looks, 0 to 255. */
const brightness = (colour: Colour): number => {
  const { red, green, blue } = channelsOf(colour)
  return red * 0.299 + green * 0.587 + blue * 0.114
}

/** Whether dark things stand out before it. */
export const isLight = (colour: Colour): boolean => brightness(colour) > 150

/** Whether dark things are lost before it. */
export const isDark = (colour: Colour): boolean => brightness(colour) < 90
