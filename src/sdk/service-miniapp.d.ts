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
    /**
     * Removes the loading cover. Call it as soon as something is on screen, before you load storage or purchases. The host
     * removes the cover 3 seconds after the page has loaded in any case (4.2).
     * Rejects with `TIMEOUT` after 10 seconds.
     * @example <caption>miniapp docs ready</caption>
     * show('Tap to start')
     * await Service.ready()
     */
    ready(): Promise<Record<string, never>>

    /**
     * The player, the device and the app. Every call asks the host (2.5). Rejects with `TIMEOUT` after 10 seconds.
     * @example <caption>miniapp docs getContext</caption>
     * const { theme, locale, app_user_id } = await Service.getContext()
     * show(`Player ${app_user_id} plays in ${locale}, in the ${theme} theme`)
     */
    getContext(): Promise<Context>

    /**
     * Whether an AI capability can be used here. Never rejects. A capability that is not declared is not supported.
     * @example <caption>miniapp docs capability</caption>
     * const { supported, state } = await Service.capability('ai.image')
     * button.hidden = !supported
     * if (state === 'needs_download') show('The first picture takes longer.')
     */
    capability(name: CapabilityName): Promise<Capability>

    /**
     * Whether this host supports a call (`pickImage`, `db.set`, `multiplayer.host`) or a feature that a manifest's `requires`
     * can name (`db`, `nickname`, `multiplayer`). Phone apps may be older than your app (9).
     * @example <caption>miniapp docs supports</caption>
     * button.hidden = !(await Service.supports('pickImage'))
     */
    supports(name: CallName | FeatureName | (string & {})): Promise<boolean>

    /** Small texts for this person in this app: at most 1,024 keys, 120 writes a minute (8.2). */
    readonly storage: Storage

    /**
     * Opens the payment sheet for a product of your manifest (4.3). Call it directly in a tap or click handler.
     * Resolves with `failed` if the balance is too low or the payment is refused. Deliver what `getPurchases` lists, then
     * call `consume`.
     * @example <caption>miniapp docs pay</caption>
     * button.onclick = async () => {
     *   try {
     *     const result = await Service.pay({ product: 'coins' })
     *     if (result.status === 'paid') show('Thank you! Here are your coins.')
     *     if (result.status === 'pending') show('Your coins arrive soon.')
     *     if (result.status === 'failed') show(`Not paid: ${result.reason}`)
     *   } catch (error) {
     *     show(`Not now: ${error.code}`)
     *   }
     * }
     */
    pay(options: PayOptions): Promise<PayResult>

    /**
     * This person's purchases, without refunded ones, and their access to the app (2.6).
     * @example <caption>miniapp docs getPurchases</caption>
     * const { purchases } = await Service.getPurchases()
     * const hasHat = purchases.some(({ product }) => product === 'hat')
     * show(hasHat ? 'You wear your hat.' : 'There is a hat in the shop.')
     */
    getPurchases(): Promise<Purchases>

    /**
     * Marks a consumable as delivered. Consumables that are not delivered within 24 hours are refunded (3.2).
     * Rejects with `NOT_CONSUMABLE` if the purchase was consumed before, or is not a consumable.
     * @example <caption>miniapp docs consume</caption>
     * const { purchases } = await Service.getPurchases()
     * for (const { id, kind, consumed_at } of purchases) {
     *   if (kind !== 'consumable' || consumed_at !== undefined) continue
     *   // Credit it and save that first: see `miniapp docs shop`.
     *   await Service.consume(id).catch((error) => {
     *     if (error.code !== 'NOT_CONSUMABLE') throw error
     *   })
     * }
     */
    consume(purchaseId: string): Promise<{ consumed: true }>

    /**
     * Opens the share sheet (4.4). Call it directly in a tap or click handler. Resolves when the sheet closes, without
     * saying whether, where or with whom the person shared.
     * @example <caption>miniapp docs share</caption>
     * button.onclick = async () => {
     *   await Service.share({ image: canvas, text: 'I reached level 12!' })
     * }
     */
    share(content: ShareContent): Promise<Record<string, never>>

    /**
     * Asks the person for a picture (4.5). Call it directly in a tap or click handler.
     * @example <caption>miniapp docs pickImage</caption>
     * button.onclick = async () => {
     *   const result = await Service.pickImage({ max_size: 1024 })
     *   if (result.status === 'picked') {
     *     picture.src = URL.createObjectURL(result.image)
     *     show(`${result.width} × ${result.height} pixels`)
     *   }
     * }
     */
    pickImage(options?: PickImageOptions): Promise<PickImageResult>

    /**
     * Asks the person for a video (4.5). Call it directly in a tap or click handler.
     * @example <caption>miniapp docs pickVideo</caption>
     * button.onclick = async () => {
     *   const result = await Service.pickVideo({ max_seconds: 30 })
     *   if (result.status === 'picked') show(`${result.duration} seconds`)
     *   if (result.status === 'unavailable') button.hidden = true
     * }
     */
    pickVideo(options?: PickVideoOptions): Promise<PickVideoResult>

    /**
     * The person's nickname in this app, or null (4.6). With `ask: true`, the host asks for one if there is none: then call
     * it directly in a tap or click handler.
     * @example <caption>miniapp docs getNickname</caption>
     * const greet = ({ nickname }) => show(`Hello ${nickname ?? 'stranger'}`)
     *
     * greet(await Service.getNickname())
     * Service.on('nickname', greet)
     * button.onclick = async () => {
     *   greet(await Service.getNickname({ ask: true }))
     * }
     */
    getNickname(options?: NicknameOptions): Promise<{ nickname: string | null }>

    /** Records that all players of this app see: leaderboards, levels, ghosts (4.6). Game data only. */
    readonly db: SharedStore

    /** Live matches of 2 to 8 players (4.8). */
    readonly multiplayer: Multiplayer

    /** Pictures, sounds and answers made on the person's phone. Declare the capabilities in the manifest (4.7). */
    readonly ai: Ai

    /**
     * Closes the app, as the bar's close button does.
     * @example <caption>miniapp docs close</caption>
     * button.onclick = () => Service.close()
     */
    close(): Promise<Record<string, never>>

    /**
     * Listens to an event of the host (6). Adding the same function again has no effect.
     * @example <caption>miniapp docs on</caption>
     * Service.on('visibility', ({ visible }) => {
     *   show(visible ? 'Welcome back' : 'Paused')
     * })
     */
    on<Name extends EventName>(event: Name, listener: (data: Events[Name]) => void): void

    /**
     * Stops listening. Pass the same function as to `on`.
     * @example <caption>miniapp docs off</caption>
     * const follow = ({ theme }) => show(`The theme is ${theme} now`)
     * Service.on('theme', follow)
     * button.onclick = () => Service.off('theme', follow)
     */
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
  /** `needs_download`: a model of 1 to 2.5 GB is downloaded on first use, after the person agreed (3.4). */
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
    /**
     * The stored text, or null. Rejects with `INVALID_KEY`.
     * @example <caption>miniapp docs storage.get</caption>
     * const best = Number((await Service.storage.get('best')) ?? 0)
     * show(`Best score: ${best}`)
     */
    get(key: string): Promise<string | null>
    /**
     * Stores a text of at most 4,096 characters under a key of 1 to 128 characters of `A-Z a-z 0-9 _ . : -`.
     * Rejects with `INVALID` if the value is not a string, `INVALID_KEY`, `VALUE_TOO_LONG`, `STORAGE_FULL`,
     * `RATE_LIMITED`.
     * @example <caption>miniapp docs storage.set</caption>
     * const settings = { sound: true, level: 3 }
     * await Service.storage.set('settings', JSON.stringify(settings))
     */
    set(key: string, value: string): Promise<true>
    /**
     * Removes the key. Does nothing if there is none.
     * @example <caption>miniapp docs storage.remove</caption>
     * button.onclick = async () => {
     *   await Service.storage.remove('game')
     *   show('New game')
     * }
     */
    remove(key: string): Promise<true>
    /**
     * All keys.
     * @example <caption>miniapp docs storage.keys</caption>
     * const keys = await Service.storage.keys()
     * const levels = keys.filter((key) => key.startsWith('level.'))
     * show(`${levels.length} levels saved`)
     */
    keys(): Promise<string[]>
  }

  // ---- Payments --------------------------------------------------------------------------------------------------

  interface PayOptions {
    /** The id of a product in the manifest. */
    readonly product: string
  }

  /**
   * A `pending` payment is confirmed later, without an event: call `getPurchases` when the app becomes visible again, and
   * at its next start.
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
    /**
     * A canvas (sent as a PNG), a Blob such as an AI picture, or a PNG or JPEG data URL: 64 to 4,096 pixels per side, at
     * most 6 MB. Required for a story.
     */
    readonly image?: HTMLCanvasElement | OffscreenCanvas | Blob | string | null
    /** At most 380 characters without an @ tag, a # hashtag, a link or a control character. */
    readonly text?: string
  }

  interface PickImageOptions {
    /** The length of the longest side in pixels, 64 to 4,096; default 2,048. */
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
    /** The longest video in seconds, 1 to 600; default 600. */
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
    /** Ask the person if there is no nickname yet. */
    readonly ask?: boolean
  }

  // ---- Shared store ----------------------------------------------------------------------------------------------

  interface SharedStore {
    /**
     * Writes this person's record under the key: one per player and key. `saved` is false if the store is full and this
     * record would be evicted first. Rejects with `STORE_FULL` if no record may be replaced.
     * @param value text of at most 1,024 bytes
     * @example <caption>miniapp docs db.set</caption>
     * const score = 1200
     * const { saved } = await Service.db.set('best', String(score), {
     *   rank: score,
     *   replaceable: true,
     * })
     * show(saved ? 'You are on the list.' : 'The list is full of better scores.')
     */
    set(key: string, value: string, options?: RecordOptions): Promise<{ saved: boolean }>
    /**
     * This person's record, or another player's; null if there is none.
     * @example <caption>miniapp docs db.get</caption>
     * const record = await Service.db.get('best')
     * show(record === null ? 'No score yet' : `Your best: ${record.value}`)
     */
    get(key: string, options?: { readonly player?: string }): Promise<SharedRecord | null>
    /**
     * The records under a key, a page at a time.
     * @example <caption>miniapp docs db.list</caption>
     * const names = []
     * let cursor
     * do {
     *   const page = await Service.db.list('best', { limit: 100, cursor })
     *   names.push(...page.records.map(({ player }) => player.nickname))
     *   cursor = page.next ?? undefined
     * } while (cursor !== undefined)
     * show(names.map((name) => name ?? 'Somebody').join(', '))
     */
    list(key: string, options?: ListOptions): Promise<RecordPage>
    /**
     * Removes this person's record.
     * @example <caption>miniapp docs db.remove</caption>
     * button.onclick = async () => {
     *   await Service.db.remove('best')
     *   show('Your score is gone.')
     * }
     */
    remove(key: string): Promise<true>
    /**
     * The used and total size of the app's store.
     * @example <caption>miniapp docs db.usage</caption>
     * const { bytes, limit } = await Service.db.usage()
     * show(`${Math.round((bytes / limit) * 100)} % full`)
     */
    usage(): Promise<{ bytes: number; limit: number }>
  }

  interface RecordOptions {
    /** Whether the record may be evicted when the store is full; default false. */
    readonly replaceable?: boolean
    /** `list` sorts by it. Replaceable records with the lowest rank are evicted first. */
    readonly rank?: number
  }

  interface ListOptions {
    /** Default `rank_desc`; records without a rank come last. */
    readonly order?: 'rank_desc' | 'rank_asc' | 'recent'
    /** 1 to 100; default 20. */
    readonly limit?: number
    /** `next` of the previous page. */
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
    /**
     * Opens a match. Call it directly in a tap or click handler. The host asks for a nickname first if there is none.
     * @example <caption>miniapp docs multiplayer.host</caption>
     * button.onclick = async () => {
     *   const result = await Service.multiplayer.host({
     *     max_players: 4,
     *     public: true,
     *     meta: { level: 2 },
     *   })
     *   if (result.status === 'joined') show(`Code: ${result.match.code}`)
     * }
     */
    host(options: HostOptions): Promise<MatchResult>
    /**
     * Joins by code, or by the id of a public match from `list()`. Call it directly in a tap or click handler.
     * @example <caption>miniapp docs multiplayer.join</caption>
     * button.onclick = async () => {
     *   const [match] = await Service.multiplayer.list()
     *   if (match === undefined) return show('Nobody plays just now.')
     *   const result = await Service.multiplayer.join({ match: match.id })
     *   if (result.status === 'joined')
     *     show(`${result.match.players.length} players`)
     * }
     */
    join(options: { readonly code: string } | { readonly match: string }): Promise<MatchResult>
    /**
     * Open public matches that the person can join, at most 50.
     * @example <caption>miniapp docs multiplayer.list</caption>
     * const matches = await Service.multiplayer.list()
     * for (const { players, max_players, meta } of matches)
     *   show(`Level ${meta?.level}: ${players} of ${max_players} players`)
     */
    list(): Promise<MatchListEntry[]>
    /**
     * Sends any JSON of at most 1,024 bytes to all other players, or to one: 20 a second, with bursts of up to 40. Messages
     * above that are dropped. There is no receipt. Rejects with `NOT_IN_MATCH`, `MESSAGE_TOO_LARGE`.
     * @example <caption>miniapp docs multiplayer.send</caption>
     * button.onclick = async () => {
     *   try {
     *     await Service.multiplayer.send({ move: [3, 4] })
     *   } catch (error) {
     *     if (error.code === 'NOT_IN_MATCH') show('The match is over.')
     *     else throw error
     *   }
     * }
     */
    send(data: Json, options?: { readonly to?: string }): Promise<Record<string, never>>
    /**
     * Leaves the match.
     * @example <caption>miniapp docs multiplayer.leave</caption>
     * await Service.multiplayer.leave()
     * show('You left the match.')
     */
    leave(): Promise<Record<string, never>>
    /**
     * Listens to an event of the match, by its short name.
     * @example <caption>miniapp docs multiplayer.on</caption>
     * const { multiplayer } = Service
     * multiplayer.on('joined', ({ player }) => show(`${player.nickname} is here`))
     * multiplayer.on('left', ({ player }) => show(`${player.nickname} left`))
     * multiplayer.on('message', ({ data }) => show(JSON.stringify(data)))
     * multiplayer.on('host', ({ player }) => show(`${player.nickname} is host`))
     * multiplayer.on('closed', ({ reason }) => show(`Closed: ${reason}`))
     */
    on<Name extends MatchEventName>(event: Name, listener: (data: Events[`mp.${Name}`]) => void): void
    /**
     * Stops listening.
     * @example <caption>miniapp docs multiplayer.off</caption>
     * const count = () => show('A message')
     * Service.multiplayer.on('message', count)
     * button.onclick = () => Service.multiplayer.off('message', count)
     */
    off<Name extends MatchEventName>(event: Name, listener: (data: Events[`mp.${Name}`]) => void): void
  }

  type MatchEventName = 'joined' | 'left' | 'message' | 'host' | 'closed'

  type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

  interface HostOptions {
    /** 2 to 8. */
    readonly max_players: number
    /** Whether `list()` shows it for anyone to join; default false. */
    readonly public?: boolean
    /** At most 256 bytes of JSON. */
    readonly meta?: { readonly [key: string]: Json }
  }

  type MatchResult =
    | { readonly status: 'joined'; readonly match: Match }
    | { readonly status: 'cancelled' | 'unavailable' }

  interface Match {
    readonly id: string
    /** The 6 characters that others join with. */
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
      /**
       * Makes a picture, in about 40 seconds to a minute. Call it directly in a tap or click handler.
       * @example <caption>miniapp docs ai.image.generate</caption>
       * button.onclick = async () => {
       *   const result = await Service.ai.image.generate({
       *     prompt: 'a small red boat',
       *     quality: 'fast',
       *     onProgress: ({ stage }) => show(stage),
       *   })
       *   if (result.status === 'made')
       *     picture.src = URL.createObjectURL(result.image)
       *   else show(`No picture: ${result.status}`)
       * }
       */
      generate(options: AiImageOptions): Promise<AiImageResult>
    }
    readonly audio: {
      /**
       * Makes music or a sound, in a few seconds. Call it directly in a tap or click handler.
       * @example <caption>miniapp docs ai.audio.generate</caption>
       * button.onclick = async () => {
       *   const result = await Service.ai.audio.generate({
       *     prompt: 'calm rain',
       *     kind: 'sound',
       *     seconds: 3,
       *   })
       *   if (result.status === 'made') show(`${result.seconds} seconds of rain`)
       * }
       */
      generate(options: AiAudioOptions): Promise<AiAudioResult>
    }
    /**
     * Answers a prompt, in a few seconds; about a minute the first time.
     * @example <caption>miniapp docs ai.ask</caption>
     * const result = await Service.ai.ask({
     *   prompt: 'Name three animals that swim. Answer with a JSON array.',
     *   format: 'json',
     * })
     * if (result.status === 'answered' && result.json !== null)
     *   show(JSON.stringify(result.json))
     */
    ask(options: AiAskOptions): Promise<AiAskResult>
    /**
     * Cancels the running request, which resolves with `cancelled`.
     * @example <caption>miniapp docs ai.cancel</caption>
     * const answer = Service.ai.ask({ prompt: 'Tell a long story.' })
     * button.onclick = () => Service.ai.cancel()
     * const { status } = await answer
     * show(status)
     */
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
    /** Called with the progress of the request. */
    readonly onProgress?: (progress: AiProgress) => void
  }

  interface AiImageOptions extends WithProgress {
    /** 1 to 400 characters. */
    readonly prompt: string
    /** At most 200 characters. */
    readonly avoid?: string
    readonly quality?: 'fast' | 'balanced' | 'best'
    /** The same seed and prompt give the same picture. */
    readonly seed?: number
  }

  interface AiAudioOptions extends WithProgress {
    readonly prompt: string
    readonly kind?: 'music' | 'sound'
    /** Music: 8, 15 or 30 (default 15). Sounds: 3, 6 or 12 (default 6). */
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
    /** `json`: the answer is JSON only. */
    readonly format?: 'json'
    /** 50 to 1,500; default 800. */
    readonly max_chars?: number
  }

  /**
   * `cancelled`: the person cancelled it or left. `unavailable`: not available here or for this person. `blocked`: refused
   * because of its content.
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
    /** The person left the service, or returned. Not sent at the start: assume that the app is visible. */
    visibility: { readonly visible: boolean }
    theme: { readonly theme: Theme }
    /** The person changed their nickname in the host's menu. */
    nickname: { readonly nickname: string | null }
    'ai.progress': AiProgress
    'mp.joined': { readonly player: Player }
    'mp.left': { readonly player: Player; readonly reason: string }
    'mp.message': { readonly from: string; readonly data: unknown }
    /** The match's host left, and this player is the new one. */
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

/** The SDK. Load service-miniapp.js with a script element before your own code. */
declare const Service: ServiceMiniapp.Sdk

interface Window {
  Service: ServiceMiniapp.Sdk
}
