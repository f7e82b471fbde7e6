// The comments of calls, parameters and events are in src/docs/texts/. The build adds them, and the names of calls and
// codes: src/build/sdk-declarations.mjs.

/**
 * Types of `window.Service`, which service-miniapp.js defines. Put this file beside the script, so that your editor
 * completes and checks every call:
 *
 *     /// <reference path="./service-miniapp.d.ts" />
 *
 * Every method except `on` and `off` returns a Promise. It rejects with an Error that has a `code`. Its message is for
 * you, not for players. Numbers in brackets are sections of the platform document.
 */
declare namespace ServiceMiniapp {
  interface Sdk {
    ready(): Promise<Record<string, never>>
    getContext(): Promise<Context>
    capability(name: CapabilityName): Promise<Capability>
    supports(name: CallName | FeatureName | (string & {})): Promise<boolean>
    readonly storage: Storage
    pay(options: PayOptions): Promise<PayResult>
    getPurchases(): Promise<Purchases>
    consume(purchase: string): Promise<{ consumed: true }>
    share(content: ShareContent): Promise<Record<string, never>>
    pickImage(options?: PickImageOptions): Promise<PickImageResult>
    pickVideo(options?: PickVideoOptions): Promise<PickVideoResult>
    getNickname(options?: NicknameOptions): Promise<{ nickname: string | null }>
    readonly db: SharedStore
    readonly multiplayer: Multiplayer
    readonly ai: Ai
    close(): Promise<Record<string, never>>
    on<Name extends EventName>(event: Name, listener: (data: Events[Name]) => void): void
    off<Name extends EventName>(event: Name, listener: (data: Events[Name]) => void): void
  }

  // ---- Context ---------------------------------------------------------------------------------------------------

  interface Context {
    /** The player's id: stable for this person in this app, and different in every other app. */
    readonly app_user_id: string
    readonly platform: 'web' | 'ios' | 'android'
    /** A language tag, such as `en` or `pt-BR`. */
    readonly locale: string
    readonly theme: Theme
    /** The running version of the app. */
    readonly version: string
    /** True in a test run. */
    readonly test_mode: boolean
    readonly access: { readonly type: AccessType; readonly active: boolean }
    /** The features of this host. Absent in older phone apps: use `supports()`. */
    readonly features?: readonly string[]
    /** The AI capabilities that the manifest declares. */
    readonly capabilities?: Readonly<Partial<Record<CapabilityName, CapabilityInfo>>>
  }

  type Theme = 'light' | 'dark'
  type AccessType = 'free' | 'one_time' | 'pass_30d'
  type CapabilityName = 'ai.image' | 'ai.audio' | 'ai.assistant'
  /** `needs_download`: a model is downloaded on first use, after the person agreed (3.4). */
  type CapabilityState = 'ready' | 'needs_download' | 'unavailable'

  interface CapabilityInfo {
    readonly version: number
    readonly state: CapabilityState
    readonly tools?: readonly string[]
  }

  interface Capability {
    /** Whether it can be used here, possibly after a download. */
    readonly supported: boolean
    /** The host's version of it; 0 if there is none. */
    readonly version: number
    readonly state: CapabilityState
    /** The available tools: `web_search`, or none. */
    readonly tools: readonly string[]
  }

  /** The features that `requires` in a manifest can name (2.2). */
  type FeatureName =
    | 'pay'
    | 'share'
    | 'pickImage'
    | 'pickVideo'
    | 'db'
    | 'nickname'
    | 'multiplayer'
    | CapabilityName
    | 'storage'
    | 'purchases'

  /** The calls of this SDK, as `supports()` accepts them. */
  type CallName =
    | import('../platform/calls/table.js').CallName
    | typeof import('../platform/calls/definition.js').OWN_CALLS[number]

  // ---- Storage ---------------------------------------------------------------------------------------------------

  /**
   * Code that expects `localStorage` keeps its values here with the browser shim: `miniapp init --shim` adds it. Its
   * keys begin with `localStorage` and `cookie`.
   */
  interface Storage {
    get(key: string): Promise<string | null>
    set(key: string, value: string): Promise<true>
    remove(key: string): Promise<true>
    keys(): Promise<string[]>
  }

  // ---- Payments --------------------------------------------------------------------------------------------------

  interface PayOptions {
    readonly product: string
  }

  /**
   * A `pending` payment is confirmed later, without an event: call `getPurchases` when the app becomes visible again,
   * and at its next start.
   */
  type PayResult =
    | { readonly status: 'paid'; readonly purchase: Purchase }
    | { readonly status: 'pending'; readonly purchase?: Purchase }
    | { readonly status: 'cancelled' }
    | { readonly status: 'failed'; readonly reason: 'insufficient_balance' | 'already_owned' | 'unavailable' }

  interface Purchase {
    readonly id: string
    /** The product's id. */
    readonly product: string
    readonly kind: 'consumable' | 'permanent'
    /** When it was bought, as an ISO 8601 time. */
    readonly purchased_at: string
    /** When it was consumed; absent before. */
    readonly consumed_at?: string
  }

  interface Purchases {
    readonly purchases: readonly Purchase[]
    readonly access: { readonly type: AccessType; readonly active: boolean; readonly until?: string }
  }

  // ---- Sharing, picking, nickname --------------------------------------------------------------------------------

  interface ShareContent {
    readonly image?: HTMLCanvasElement | OffscreenCanvas | Blob | string | null
    readonly text?: string
  }

  interface PickImageOptions {
    readonly max_size?: number
  }

  type PickImageResult =
    | {
        readonly status: 'picked'
        readonly image: Blob
        readonly type: 'image/png' | 'image/jpeg'
        readonly width: number
        readonly height: number
      }
    | { readonly status: 'cancelled' | 'unavailable' }

  interface PickVideoOptions {
    readonly max_seconds?: number
  }

  type PickVideoResult =
    | {
        readonly status: 'picked'
        readonly video: Blob
        readonly type: 'video/mp4' | 'video/quicktime' | 'video/webm'
        /** In bytes. */
        readonly size: number
        /** In seconds. */
        readonly duration: number
        readonly width: number
        readonly height: number
      }
    | { readonly status: 'cancelled' | 'unavailable' }

  interface NicknameOptions {
    readonly ask?: boolean
  }

  // ---- Shared store ----------------------------------------------------------------------------------------------

  interface SharedStore {
    set(key: string, value: string, options?: RecordOptions): Promise<{ saved: boolean }>
    get(key: string, options?: { readonly player?: string }): Promise<SharedRecord | null>
    list(key: string, options?: ListOptions): Promise<RecordPage>
    remove(key: string): Promise<true>
    usage(): Promise<{ bytes: number; limit: number }>
  }

  interface RecordOptions {
    readonly replaceable?: boolean
    readonly rank?: number
  }

  interface ListOptions {
    readonly order?: 'rank_desc' | 'rank_asc' | 'recent'
    readonly limit?: number
    readonly cursor?: string
  }

  interface RecordPage {
    readonly records: readonly SharedRecord[]
    /** The `cursor` for the next page; null on the last one. */
    readonly next: string | null
  }

  interface SharedRecord {
    readonly player: Player
    readonly key: string
    readonly value: string
    readonly rank: number | null
    readonly replaceable: boolean
    readonly updated_at: string
  }

  interface Player {
    /** The player's `app_user_id`. */
    readonly id: string
    readonly nickname: string | null
  }

  // ---- Multiplayer -----------------------------------------------------------------------------------------------

  interface Multiplayer {
    host(options: HostOptions): Promise<MatchResult>
    join(options: { readonly code: string } | { readonly match: string }): Promise<MatchResult>
    list(): Promise<MatchListEntry[]>
    send(data: Json, options?: { readonly to?: string }): Promise<Record<string, never>>
    leave(): Promise<Record<string, never>>
    on<Name extends MatchEventName>(event: Name, listener: (data: Events[`mp.${Name}`]) => void): void
    off<Name extends MatchEventName>(event: Name, listener: (data: Events[`mp.${Name}`]) => void): void
  }

  type MatchEventName = 'joined' | 'left' | 'message' | 'host' | 'closed'

  type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

  interface HostOptions {
    readonly max_players: number
    readonly public?: boolean
    readonly meta?: { readonly [key: string]: Json }
  }

  type MatchResult =
    | { readonly status: 'joined'; readonly match: Match }
    | { readonly status: 'cancelled' | 'unavailable' }

  interface Match {
    readonly id: string
    /** What others join with. */
    readonly code: string
    readonly max_players: number
    readonly public: boolean
    readonly meta: { readonly [key: string]: Json } | null
    /** The player id of the host. */
    readonly host: string
    /** This person's player id. */
    readonly me: string
    readonly players: readonly Player[]
  }

  interface MatchListEntry {
    readonly id: string
    readonly players: number
    readonly max_players: number
    readonly meta: { readonly [key: string]: Json } | null
    readonly host: string
  }

  // ---- AI --------------------------------------------------------------------------------------------------------

  interface Ai {
    readonly image: {
      generate(options: AiImageOptions): Promise<AiImageResult>
    }
    readonly audio: {
      generate(options: AiAudioOptions): Promise<AiAudioResult>
    }
    ask(options: AiAskOptions): Promise<AiAskResult>
    cancel(): Promise<Record<string, never>>
  }

  interface AiProgress {
    /** The id of the running request. */
    readonly request: string
    readonly stage: 'downloading' | 'loading' | 'making' | 'searching' | 'writing'
    readonly done?: number
    readonly total?: number
  }

  interface WithProgress {
    readonly onProgress?: (progress: AiProgress) => void
  }

  interface AiImageOptions extends WithProgress {
    readonly prompt: string
    readonly avoid?: string
    readonly quality?: 'fast' | 'balanced' | 'best'
    readonly seed?: number
  }

  interface AiAudioOptions extends WithProgress {
    readonly prompt: string
    readonly kind?: 'music' | 'sound'
    readonly seconds?: 3 | 6 | 8 | 12 | 15 | 30
    readonly seed?: number
  }

  interface AiAskOptions extends WithProgress {
    readonly prompt: string
    readonly context?: string
    readonly web_search?: boolean
    readonly format?: 'json'
    readonly max_chars?: number
  }

  /**
   * `cancelled`: the person cancelled it or left. `unavailable`: not available here or for this person. `blocked`:
   * refused because of its content.
   */
  interface NoAiResult {
    readonly status: 'cancelled' | 'unavailable' | 'blocked'
  }

  type AiImageResult =
    | {
        readonly status: 'made'
        readonly image: Blob
        readonly type: 'image/png'
        readonly width: number
        readonly height: number
        readonly seed: number
      }
    | NoAiResult

  type AiAudioResult =
    | {
        readonly status: 'made'
        readonly audio: Blob
        readonly type: 'audio/wav'
        readonly seconds: number
        readonly seed: number
      }
    | NoAiResult

  type AiAskResult =
    | {
        readonly status: 'answered'
        readonly text: string
        /** The parsed answer with `format: 'json'`; null if it is not valid JSON. */
        readonly json: unknown
        /** Whether the web was searched. */
        readonly searched: boolean
      }
    | NoAiResult

  // ---- Events and errors -----------------------------------------------------------------------------------------

  /** The events of the host, with their data (6). */
  interface Events {
    visibility: { readonly visible: boolean }
    theme: { readonly theme: Theme }
    nickname: { readonly nickname: string | null }
    'ai.progress': AiProgress
    'mp.joined': { readonly player: Player }
    'mp.left': { readonly player: Player; readonly reason: string }
    'mp.message': { readonly from: string; readonly data: unknown }
    'mp.host': { readonly player: Player }
    'mp.closed': { readonly reason: 'unavailable' | 'idle' | 'expired' | 'connection_lost' }
  }

  type EventName = keyof Events

  /** What a call rejects with. */
  interface ServiceError extends Error {
    readonly code: ErrorCode
  }

  /** The codes of section 7. */
  type ErrorCode = import('../platform/error-codes.js').ErrorCode
}

/** The SDK. Load service-miniapp.js with a script element before your own code. */
declare const Service: ServiceMiniapp.Sdk

interface Window {
  Service: ServiceMiniapp.Sdk
}
