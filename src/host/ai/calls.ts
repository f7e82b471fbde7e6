import type { AI_CALLS } from '../../platform/calls/ai.js'
import {
  AI_ANSWER_DEFAULT_CHARACTERS,
  AI_AUDIO_MUSIC_SECONDS_DEFAULT,
  AI_AUDIO_SOUND_SECONDS_DEFAULT,
} from '../../platform/limits.js'
import type { Randomness } from '../randomness.js'
import { BinaryAnswer } from '../session/binary-answer.js'
import type { Handlers } from '../session/call.js'
import { answerRequest } from './answer-request.js'

/** `ai.*` (4.7): pictures, sounds and answers, made by stand-ins for a phone's models. */
export const AI = {
  'ai.image.generate': async ({ prompt, avoid = '', quality = 'balanced', seed }, call, { ai }) => {
    const used = seed ?? newSeed(call.session.randomness)
    const answer = await answerRequest(
      { capability: 'ai.image', prompt, avoid, quality, seed: used },
      call,
      ai,
    )
    if ('status' in answer) return answer
    const { made } = answer
    if (made.kind !== 'picture') throw new Error(`Expected a picture, got a ${made.kind}.`)
    return {
      status: 'made',
      image: new BinaryAnswer('image/png', made.bytes),
      type: 'image/png',
      width: made.width,
      height: made.height,
      seed: used,
    }
  },

  'ai.audio.generate': async ({ prompt, kind = 'music', seconds, seed }, call, { ai }) => {
    const used = seed ?? newSeed(call.session.randomness)
    const length =
      seconds ?? (kind === 'music' ? AI_AUDIO_MUSIC_SECONDS_DEFAULT : AI_AUDIO_SOUND_SECONDS_DEFAULT)
    const answer = await answerRequest(
      { capability: 'ai.audio', prompt, kind, seconds: length, seed: used },
      call,
      ai,
    )
    if ('status' in answer) return answer
    const { made } = answer
    if (made.kind !== 'sound') throw new Error(`Expected a sound, got a ${made.kind}.`)
    return {
      status: 'made',
      audio: new BinaryAnswer('audio/wav', made.bytes),
      type: 'audio/wav',
      seconds: made.seconds,
      seed: used,
    }
  },

  'ai.ask': async (
    { prompt, context = '', web_search: webSearch = false, format, max_chars },
    call,
    { ai },
  ) => {
    const maxCharacters = max_chars ?? AI_ANSWER_DEFAULT_CHARACTERS
    const answer = await answerRequest(
      { capability: 'ai.assistant', prompt, context, webSearch, json: format === 'json', maxCharacters },
      call,
      ai,
    )
    if ('status' in answer) return answer
    const { made } = answer
    if (made.kind !== 'answer') throw new Error(`Expected an answer, got a ${made.kind}.`)
    return { status: 'answered', text: made.text, json: made.json, searched: webSearch }
  },

  'ai.cancel': (_params, call) => {
    if (!call.session.ai.cancel('The app called ai.cancel().'))
      call.explain('There was no AI request to cancel.')
    return {}
  },
} as const satisfies Handlers<keyof typeof AI_CALLS, 'ai'>

const newSeed = (randomness: Randomness): number => randomness.integer(2 ** 31)
