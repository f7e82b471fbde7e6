import type { Theme } from './features.js'

/** A player or a person, as the app sees them (2.7). */
export interface Player {
  /** The `app_user_id`. */
  readonly id: string
  readonly nickname: string | null
}

/** The stages of an AI request (6). */
const AI_STAGES = ['downloading', 'loading', 'making', 'searching', 'writing'] as const
export type AiStage = (typeof AI_STAGES)[number]

/** Why a match closed (6). */
const MATCH_CLOSED_REASONS = ['unavailable', 'idle', 'expired', 'connection_lost'] as const
export type MatchClosedReason = (typeof MATCH_CLOSED_REASONS)[number]

/** Why a player left, for the developer. The other players' apps learn `left` or `connection_lost` (6; readings). */
const MATCH_LEFT_REASONS = ['left', 'connection_lost', 'unavailable'] as const
export type MatchLeftReason = (typeof MATCH_LEFT_REASONS)[number]

/** The events that a host sends, each with the shape of its data (6). */
export interface EventData {
  visibility: { readonly visible: boolean }
  theme: { readonly theme: Theme }
  nickname: { readonly nickname: string | null }
  'ai.progress': {
    readonly request: string
    readonly stage: AiStage
    readonly done?: number
    readonly total?: number
  }
  'mp.joined': { readonly player: Player }
  'mp.left': { readonly player: Player; readonly reason: string }
  'mp.message': { readonly from: string; readonly data: unknown }
  'mp.host': { readonly player: Player }
  'mp.closed': { readonly reason: MatchClosedReason }
}

export type EventName = keyof EventData

/** An event of a match. */
export type MatchEventName = Extract<EventName, `mp.${string}`>

/** Every event's name, in the document's order (6). */
export const EVENT_NAMES = [
  'visibility',
  'theme',
  'nickname',
  'ai.progress',
  'mp.joined',
  'mp.left',
  'mp.message',
  'mp.host',
  'mp.closed',
] as const satisfies readonly EventName[]
