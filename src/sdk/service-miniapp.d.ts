/**
 * Types of `window.Service`, which service-miniapp.js defines. Put the file beside the script, and your editor
 * completes and checks every call:
 *
 *     /// <reference path="./service-miniapp.d.ts" />
 *
 * Every method but `on` and `off` returns a Promise. A rejection is an Error with a `code`; its message is for you,
 * not for players. The numbers in brackets are sections of the platform document.
 */
declare namespace ServiceMiniapp {
  interface Sdk {
    /**
     * Takes the loading cover away. Call it as soon as something is on screen, before you load storage or
     * purchases; the host removes the cover anyway 3 seconds after the page has loaded (4.2).
     * Rejects `TIMEOUT` after 10 seconds.
     */
    ready(): Promise<Record<string, never>>

    /** Who plays, and where: asked anew every time (2.5). Rejects `TIMEOUT` after 10 seconds. */
    getContext(): Promise<Context>

    /** Whether an AI capability can be used here. Never rejects: what is not declared is not supported. */
    capability(name: CapabilityName): Promise<Capability>

    /**
     * Whether the running host has a call (`pickImage`, `db.set`, `multiplayer.host`) or a feature as a manifest's
     * `requires` names it (`db`, `nickname`, `multiplayer`). Phone apps update on their own schedule (9).
     */
    supports(name: CallName | FeatureName | (string & {})): Promise<boolean>

    /** Small texts for this person in this app: at most 1,024 keys, 120 writes a minute (8.2). */
    readonly storage: Storage

    /**
     * Opens the payment sheet for a product of your manifest (4.3). Call it directly in a tap or click handler.
     * Too little credit or a refused payment resolves as `failed`. Deliver by `getPurchases`, then `consume`.
     */
    pay(options: PayOptions): Promise<PayResult>

    /** What this person owns: every purchase that was not refunded, and access to the app (2.6). */
    getPurchases(): Promise<Purchases>

    /**
     * Marks a consumable as delivered; one that is not within 24 hours is refunded (3.2).
     * Rejects `NOT_CONSUMABLE` for one that is already consumed, or is none.
     */
    consume(purchaseId: string): Promise<{ consumed: true }>

    /**
     * Opens the share sheet (4.4). Call it directly in a tap or click handler. Resolves when the sheet closes, and
     * never says whether, where or with whom the person shared.
     */
    share(content: ShareContent): Promise<Record<string, never>>

    /** Asks the person for a picture (4.5). Call it directly in a tap or click handler. */
    pickImage(options?: PickImageOptions): Promise<PickImageResult>

    /** Asks the person for a video (4.5). Call it directly in a tap or click handler. */
    pickVideo(options?: PickVideoOptions): Promise<PickVideoResult>

    /**
     * The person's nickname in this app, or null (4.6). With `ask: true` the host asks where there is none yet: call
     * it directly in a tap or click handler then.
     */
    getNickname(options?: NicknameOptions): Promise<{ nickname: string | null }>

    /** Records that all players of this app see: leaderboards, levels, ghosts (4.6). Game data only. */
    readonly db: SharedStore

    /** Live matches of 2 to 8 players (4.8). */
    readonly multiplayer: Multiplayer

    /** Pictures, sounds and answers made on the person's phone; declare them in the manifest (4.7). */
    readonly ai: Ai

    /** Closes the app, as the bar's close button does. */
    close(): Promise<Record<string, never>>

    /** Listens to an event of the host (6). The same function is added once. */
    on<Name extends EventName>(event: Name, listener: (data: Events[Name]) => void): void

    /** Stops listening; the function must be the one that was added. */
    off<Name extends EventName>(event: Name, listener: (data: Events[Name]) => void): void
  }

  // ---- Context ---------------------------------------------------------------------------------------------------

  interface Context {
    /** Stable for this person in this app, different in every other app; the player's id. */
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
    /** What this host offers; absent in older phone apps, where `supports()` knows. */
    readonly features?: readonly string[]
    /** The AI capabilities that the manifest declares. */
    readonly capabilities?: Readonly<Partial<Record<CapabilityName, CapabilityInfo>>>
  }

  type Theme = 'light' | 'dark'
  type AccessType = 'free' | 'one_time' | 'pass_30d'
  type CapabilityName = 'ai.image' | 'ai.audio' | 'ai.assistant'
  /** `needs_download`: a model of 1 to 2.5 GB is loaded on first use, after the person agreed (3.4). */
  type CapabilityState = 'ready' | 'needs_download' | 'unavailable'

  interface CapabilityInfo {
    readonly version: number
    readonly state: CapabilityState
    readonly tools?: readonly string[]
  }

  interface Capability {
    /** Whether it can be used here, be it after a download. */
    readonly supported: boolean
    /** The version that the host has; 0 where it has none. */
    readonly version: number
    readonly state: CapabilityState
    /** The tools that may be used: `web_search`, or none. */
    readonly tools: readonly string[]
  }

  /** What `requires` in a manifest may name (2.2). */
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

  /** The calls of this SDK, as `supports()` takes them. */
  type CallName =
    | 'ready'
    | 'getContext'
    | 'capability'
    | 'supports'
    | 'storage.get'
    | 'storage.set'
    | 'storage.remove'
    | 'storage.keys'
    | 'pay'
    | 'getPurchases'
    | 'consume'
    | 'share'
    | 'pickImage'
    | 'pickVideo'
    | 'getNickname'
    | 'db.set'
    | 'db.get'
    | 'db.list'
    | 'db.remove'
    | 'db.usage'
    | 'multiplayer.host'
    | 'multiplayer.join'
    | 'multiplayer.list'
    | 'multiplayer.send'
    | 'multiplayer.leave'
    | 'multiplayer.on'
    | 'multiplayer.off'
    | 'ai.image.generate'
    | 'ai.audio.generate'
    | 'ai.ask'
    | 'ai.cancel'
    | 'close'
    | 'on'
    | 'off'

  // ---- Storage ---------------------------------------------------------------------------------------------------

  /**
   * Code that expects `localStorage` keeps its values here with the browser shim: `miniapp init --shim` adds it. Its keys
   * begin with `localStorage` and `cookie`.
   */
  interface Storage {
    /** The stored text, or null. Rejects `INVALID_KEY`. */
    get(key: string): Promise<string | null>
    /**
     * Stores a text of at most 4,096 characters under a key of 1 to 128 characters of `A-Z a-z 0-9 _ . : -`.
     * Rejects `INVALID` for a value that is no string, `INVALID_KEY`, `VALUE_TOO_LONG`, `STORAGE_FULL`, `RATE_LIMITED`.
     */
    set(key: string, value: string): Promise<true>
    /** Removes the key; fine where there is none. */
    remove(key: string): Promise<true>
    /** All keys. */
    keys(): Promise<string[]>
  }

  // ---- Payments --------------------------------------------------------------------------------------------------

  interface PayOptions {
    /** The id of a product in the manifest. */
    readonly product: string
  }

  /**
   * `pending` is confirmed later without an event: call `getPurchases` when the app becomes visible again and when it
   * starts next.
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
    /** When, as the host writes it. */
    readonly purchased_at: string
    /** Present once it was consumed. */
    readonly consumed_at?: string
  }

  interface Purchases {
    readonly purchases: readonly Purchase[]
    readonly access: { readonly type: AccessType; readonly active: boolean; readonly until?: string }
  }

  // ---- Sharing, picking, nickname --------------------------------------------------------------------------------

  interface ShareContent {
    /**
     * A canvas (sent as a PNG), a Blob such as an AI picture, or a PNG or JPEG data URL; 64 to 4,096 pixels per side, at
     * most 6 MB. A story needs one.
     */
    readonly image?: HTMLCanvasElement | OffscreenCanvas | Blob | string | null
    /** At most 380 characters without an @ tag, a # hashtag, a link or a control character. */
    readonly text?: string
  }

  interface PickImageOptions {
    /** The longest side in pixels, 64 to 4,096; default 2,048. */
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
    /** 1 to 600; default 600. */
    readonly max_seconds?: number
  }

  type PickVideoResult =
    | {
        readonly status: 'picked'
        readonly video: Blob
        readonly type: 'video/mp4' | 'video/quicktime' | 'video/webm'
        /** Bytes. */
        readonly size: number
        /** Seconds. */
        readonly duration: number
        readonly width: number
        readonly height: number
      }
    | { readonly status: 'cancelled' | 'unavailable' }

  interface NicknameOptions {
    /** Ask the person if there is no nickname yet. */
    readonly ask?: boolean
  }

  // ---- Shared store ----------------------------------------------------------------------------------------------

  interface SharedStore {
    /**
     * Writes this person's record under the key: one per player and key. `saved` is false where the store is full and
     * this record would be the first to go. Rejects `STORE_FULL` where nothing may be replaced.
     * @param value text of at most 1,024 bytes
     */
    set(key: string, value: string, options?: RecordOptions): Promise<{ saved: boolean }>
    /** This person's record, or another player's; null where there is none. */
    get(key: string, options?: { readonly player?: string }): Promise<SharedRecord | null>
    /** The records under a key, a page at a time. */
    list(key: string, options?: ListOptions): Promise<RecordPage>
    /** Removes this person's record. */
    remove(key: string): Promise<true>
    /** How full the app's store is. */
    usage(): Promise<{ bytes: number; limit: number }>
  }

  interface RecordOptions {
    /** Whether the record may make room for others when the store is full; default false. */
    readonly replaceable?: boolean
    /** What `list` orders by; the lowest goes first when room is needed. */
    readonly rank?: number
  }

  interface ListOptions {
    /** Default `rank_desc`; records without a rank come last. */
    readonly order?: 'rank_desc' | 'rank_asc' | 'recent'
    /** 1 to 100; default 20. */
    readonly limit?: number
    /** `next` of the page before. */
    readonly cursor?: string
  }

  interface RecordPage {
    readonly records: readonly SharedRecord[]
    /** Passed back as `cursor` for the next page; null on the last one. */
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
    /** Opens a match. Call it directly in a tap or click handler; the host asks for a nickname first if need be. */
    host(options: HostOptions): Promise<MatchResult>
    /** Joins by code, or by the id of a public match from `list()`. Call it directly in a tap or click handler. */
    join(options: { readonly code: string } | { readonly match: string }): Promise<MatchResult>
    /** Open public matches that the person can join, at most 50. */
    list(): Promise<MatchListEntry[]>
    /**
     * Sends any JSON of at most 1,024 bytes to all other players, or to one: 20 a second, bursts to 40; extra
     * messages are dropped. No receipt. Rejects `NOT_IN_MATCH`, `MESSAGE_TOO_LARGE`.
     */
    send(data: Json, options?: { readonly to?: string }): Promise<Record<string, never>>
    /** Leaves the match. */
    leave(): Promise<Record<string, never>>
    /** Listens to an event of the match, by its short name. */
    on<Name extends MatchEventName>(event: Name, listener: (data: Events[`mp.${Name}`]) => void): void
    /** Stops listening. */
    off<Name extends MatchEventName>(event: Name, listener: (data: Events[`mp.${Name}`]) => void): void
  }

  type MatchEventName = 'joined' | 'left' | 'message' | 'host' | 'closed'

  type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

  interface HostOptions {
    /** 2 to 8. */
    readonly max_players: number
    /** Listed for anyone to join; default false. */
    readonly public?: boolean
    /** At most 256 bytes of JSON. */
    readonly meta?: { readonly [key: string]: Json }
  }

  type MatchResult =
    | { readonly status: 'joined'; readonly match: Match }
    | { readonly status: 'cancelled' | 'unavailable' }

  interface Match {
    readonly id: string
    /** 6 characters, for others to join by. */
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
    readonly host: Player | string
  }

  // ---- AI --------------------------------------------------------------------------------------------------------

  interface Ai {
    readonly image: {
      /** Makes a picture, in about 40 seconds to a minute. Call it directly in a tap or click handler. */
      generate(options: AiImageOptions): Promise<AiImageResult>
    }
    readonly audio: {
      /** Makes music or a sound, in a few seconds. Call it directly in a tap or click handler. */
      generate(options: AiAudioOptions): Promise<AiAudioResult>
    }
    /** Answers a prompt, in a few seconds; about a minute the first time. */
    ask(options: AiAskOptions): Promise<AiAskResult>
    /** Stops the running request, which then answers `cancelled`. */
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
    /** Called as the request goes on. */
    readonly onProgress?: (progress: AiProgress) => void
  }

  interface AiImageOptions extends WithProgress {
    /** 1 to 400 characters. */
    readonly prompt: string
    /** At most 200 characters. */
    readonly avoid?: string
    readonly quality?: 'fast' | 'balanced' | 'best'
    /** The same seed and words give the same picture. */
    readonly seed?: number
  }

  interface AiAudioOptions extends WithProgress {
    readonly prompt: string
    readonly kind?: 'music' | 'sound'
    /** Music: 8, 15 or 30 (default 15). A sound: 3, 6 or 12 (default 6). */
    readonly seconds?: 3 | 6 | 8 | 12 | 15 | 30
    readonly seed?: number
  }

  interface AiAskOptions extends WithProgress {
    /** 1 to 2,000 characters. */
    readonly prompt: string
    /** At most 8,000 characters. */
    readonly context?: string
    /** Needs the `web_search` tool in the manifest. */
    readonly web_search?: boolean
    /** `json`: answers JSON only. */
    readonly format?: 'json'
    /** 50 to 1,500; default 800. */
    readonly max_chars?: number
  }

  /** `cancelled`: the person stopped it or left; `unavailable`: not here or not for this person; `blocked`: refused. */
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
        /** The parsed answer with `format: 'json'`; null where it does not parse. */
        readonly json: unknown
        /** Whether the web was searched. */
        readonly searched: boolean
      }
    | NoAiResult

  // ---- Events and errors -----------------------------------------------------------------------------------------

  /** The events of the host, with their data (6). */
  interface Events {
    /** The person leaves the service and returns. None at the start: assume visible. */
    visibility: { readonly visible: boolean }
    theme: { readonly theme: Theme }
    /** The person changed their nickname in the host's menu. */
    nickname: { readonly nickname: string | null }
    'ai.progress': AiProgress
    'mp.joined': { readonly player: Player }
    'mp.left': { readonly player: Player; readonly reason: string }
    'mp.message': { readonly from: string; readonly data: unknown }
    /** The host left; this is the new one. */
    'mp.host': { readonly player: Player }
    'mp.closed': { readonly reason: 'unavailable' | 'idle' | 'expired' | 'connection_lost' }
  }

  type EventName = keyof Events

  /** What a call rejects with. */
  interface ServiceError extends Error {
    readonly code: ErrorCode
  }

  /** The codes of section 7. */
  type ErrorCode =
    | 'NO_HOST'
    | 'TIMEOUT'
    | 'INVALID'
    | 'INVALID_KEY'
    | 'VALUE_TOO_LONG'
    | 'STORAGE_FULL'
    | 'RATE_LIMITED'
    | 'NEEDS_TAP'
    | 'BUSY'
    | 'STORE_FULL'
    | 'MATCH_FULL'
    | 'NO_SUCH_MATCH'
    | 'ALREADY_IN_MATCH'
    | 'NOT_IN_MATCH'
    | 'MESSAGE_TOO_LARGE'
    | 'INVALID_IMAGE'
    | 'IMAGE_TOO_LARGE'
    | 'INVALID_TEXT'
    | 'NO_SUCH_PRODUCT'
    | 'NOT_CONSUMABLE'
    | 'LAUNCH_INVALID'
    | 'MINI_APP_UNAVAILABLE'
    | 'MINI_APP_DELETED'
    | 'OFFLINE'
    | 'UNKNOWN_METHOD'
    | 'NOT_DECLARED'
}

/** The SDK. Load service-miniapp.js by a script element before your own code. */
declare const Service: ServiceMiniapp.Sdk

interface Window {
  Service: ServiceMiniapp.Sdk
}
