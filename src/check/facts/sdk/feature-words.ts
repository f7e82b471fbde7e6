import type { RequirableFeature } from '../../../platform/features.js'

/** The words without any of which a script cannot use a feature (4.1). */
export const FEATURE_WORDS: Readonly<Record<RequirableFeature, readonly string[]>> = {
  pay: ['pay'],
  share: ['share'],
  pickImage: ['pickImage'],
  pickVideo: ['pickVideo'],
  db: ['db'],
  nickname: ['getNickname'],
  multiplayer: ['multiplayer'],
  storage: ['storage'],
  purchases: ['getPurchases'],
  'ai.image': ['ai', 'image'],
  'ai.audio': ['ai', 'audio'],
  'ai.assistant': ['ai', 'ask'],
}

const WORDS = [...new Set([...Object.values(FEATURE_WORDS).flat(), 'web_search'])]

/** Which of the features' words stand in a script, as words. */
export const featureWords = (text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const match of text.matchAll(ANY_WORD)) found.add(match[0])
  return found
}

const ANY_WORD = new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'g')
