import type { Capability } from '../../platform/features.js'
import type { SavedDocument } from '../saving/store.js'
import type { AiConsents } from './document.js'

/** A picture to make, with defaults for everything that the app left out (4.7). */
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

/** The result of an AI request. */
export type AiMade =
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly kind: 'sound'; readonly bytes: Uint8Array; readonly seconds: number }
  /** `json` is null if the app did not ask for JSON, or the text is not JSON. */
  | { readonly kind: 'answer'; readonly text: string; readonly json: Json | null }

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The answer of the developer's script to a request. */
export interface Scripted {
  /** The script's entry, for the log. */
  readonly location: string
  /** How long the request takes, in milliseconds of the host's time; null leaves it to the pace. */
  readonly delayMs: number | null
  /** A refusal, or a result. Null if the script gives only the delay, and the stand-ins make the result. */
  readonly answer: { readonly status: 'cancelled' | 'unavailable' | 'blocked' } | AiMade | null
}

/** Stands in for the models of a phone. It is passed in: pictures need an encoder, and scripts need the disk. */
export interface AiMaker {
  /**
   * The answer of the project's script to a request.
   * @returns null if the script has none
   */
  scripted(request: AiRequest): Promise<Scripted | null>
  make(request: AiRequest): Promise<AiMade>
  /** Called if the host blocked a request because of its content. */
  blocked(request: AiRequest): void
}

/** The size in bytes of each capability's model, as a phone would download it (3.4, 8.4: 1 to 2.5 GB). */
export const MODEL_BYTES: Readonly<Record<Capability, number>> = {
  'ai.image': 2_254_857_830,
  'ai.audio': 1_395_864_371,
  'ai.assistant': 1_825_361_100,
}

/** What an app's AI calls need from its host. */
export interface AiService {
  readonly maker: AiMaker
  readonly consents: SavedDocument<AiConsents>
  /** Called when a seat's phone has downloaded a model (3.4): the capability becomes `ready`. */
  readonly modelDownloaded: (seat: number, capability: Capability) => Promise<void>
}
