import type { Capability } from '../../platform/features.js'

/** A picture to make, with everything decided that the app left open (4.7). */
interface PictureRequest {
  readonly capability: 'ai.image'
  readonly prompt: string
  readonly avoid: string
  readonly quality: 'fast' | 'balanced' | 'best'
  readonly seed: number
}

interface SoundRequest {
  readonly capability: 'ai.audio'
  readonly prompt: string
  readonly kind: 'music' | 'sound'
  readonly seconds: number
  readonly seed: number
}

export interface AnswerRequest {
  readonly capability: 'ai.assistant'
  readonly prompt: string
  readonly context: string
  readonly webSearch: boolean
  readonly json: boolean
  /** As `string.length` counts. */
  readonly maxCharacters: number
}

export type AiRequest = PictureRequest | SoundRequest | AnswerRequest

/** What AI made for a request. */
export type AiMade =
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly kind: 'sound'; readonly bytes: Uint8Array; readonly seconds: number }
  /** `json` is null where none was asked for, or the text is none. */
  | { readonly kind: 'answer'; readonly text: string; readonly json: Json | null }

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** What the developer's script says to a request instead. */
export interface Scripted {
  /** Where it stands in the script, for the log. */
  readonly place: string
  /** How long the making takes, in milliseconds of the host's time; null leaves it to the pace. */
  readonly delayMs: number | null
  /** A refusal, what was made, or null: it only takes its time, and is made as always. */
  readonly answer: { readonly status: 'cancelled' | 'unavailable' | 'blocked' } | AiMade | null
}

/** Stands in for the models of a phone. It is passed in: pictures need an encoder, scripts a disk. */
export interface AiMaker {
  /**
   * What the project's script says to a request.
   * @returns null where it says nothing
   */
  scripted(request: AiRequest): Promise<Scripted | null>
  make(request: AiRequest): Promise<AiMade>
  /** The host refused a request for what it asks. */
  blocked(request: AiRequest): void
}

/** How large the model of a capability is that a phone would download (3.4, 8.4: 1 to 2.5 GB), in bytes. */
export const MODEL_BYTES: Readonly<Record<Capability, number>> = {
  'ai.image': 2_254_857_830,
  'ai.audio': 1_395_864_371,
  'ai.assistant': 1_825_361_100,
}
