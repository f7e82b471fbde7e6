import { createRandom } from '../random.js'
import { wantedWords } from '../words.js'
import { makeEffect } from './effects.js'
import { makeMusic } from './music.js'
import { encodeWav } from './wav.js'

export interface SoundWords {
  readonly prompt: string
  readonly kind: 'music' | 'sound'
  /** How long it is, exactly. */
  readonly seconds: number
  readonly seed: number
}

/** Makes music or a sound as a WAV (4.7), only from words and seed: the same ones give the same bytes. */
export const makeSound = ({ prompt, kind, seconds, seed }: SoundWords): Uint8Array => {
  const random = createRandom(seed, prompt, kind)
  const { wanted } = wantedWords(prompt, '')
  return encodeWav((kind === 'music' ? makeMusic : makeEffect)(wanted, seconds, random))
}
