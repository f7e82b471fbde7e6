import * as z from 'zod'
import { seatSchema } from '../host/control/data-schemas.js'
import { localeSchema, switchChangeSchema } from '../host/control/switch-change.js'
import { SHEETS } from '../platform/calls/definition.js'
import { SHARE_IMAGE_TYPES, type ShareImageType } from '../platform/calls/sharing.js'
import { MAX_STATE_CHARACTERS } from './injected-messages.js'

/** A large picture of a `share`, decoded: these are fewer bytes than its text has. */
export interface RequestImage {
  readonly type: ShareImageType
  readonly bytes: Uint8Array<ArrayBuffer>
}

const frame = z.int().min(0)
const place = z.int().nullable()

const surroundings = z.strictObject({ theme: z.enum(['light', 'dark']), locale: localeSchema })

/** Long enough for real reports. The app can send its own. */
const MAX_REPORT_TEXT = 10_000
const text = z.string().transform((value) => value.slice(0, MAX_REPORT_TEXT))

const report = z.strictObject({
  kind: z.enum(['violation', 'error', 'rejection', 'failed-file', 'console']),
  message: text,
  source: text.nullable(),
  line: place,
  column: place,
  stack: text.optional(),
  directive: text.optional(),
  blocked: text.optional(),
})

const flag = z.literal(true).optional()

/** From the shell to the server, which validates it before use. */
export const shellMessageSchema = z.discriminatedUnion('type', [
  /** The first message on a seat's connection: the seat, and the page's token. */
  z.strictObject({
    type: z.literal('hello'),
    seat: seatSchema,
    token: z.string().max(100),
    /** The sheets that this shell can draw. Its app does not have calls whose sheet it cannot draw. */
    sheets: z.array(z.enum(SHEETS)).readonly().optional(),
    /** Whether it only wants the seat if no other window has it. */
    ifFree: flag,
    /** The names that the browser knows in a permissions policy, if it says so. */
    features: z.array(z.string().max(100)).max(1_000).readonly().optional(),
    /** In a real run: the browser's theme and language. */
    surroundings: surroundings.optional(),
  }),
  /** The only message on the connection of a window's panels. */
  z.strictObject({ type: z.literal('observe'), token: z.string().max(100) }),
  /** The app's frame starts to load a page: a new session starts, and the earlier one ends. */
  z.strictObject({
    type: z.literal('frame-opened'),
    frame,
    /** The app itself loaded this page in place of the earlier one. */
    replaced: flag,
  }),
  /** The frame's load event. */
  z.strictObject({ type: z.literal('frame-loaded'), frame }),
  /**
   * A request as the app posted it. `json` is its text, so that the host checks its size before parsing it. It is null if
   * the request has no JSON form (a Blob, a cycle), or is too large for any method: then `bytes` is its size.
   */
  z.strictObject({
    type: z.literal('request'),
    frame,
    json: z.string().nullable(),
    /** A large picture of a `share`: `json` has an empty text in its place. */
    image: z
      .strictObject({
        type: z.enum(SHARE_IMAGE_TYPES),
        bytes: z.custom<RequestImage['bytes']>((bytes) => bytes instanceof Uint8Array),
      })
      .optional(),
    /** The size in bytes of JSON, if `json` is left out because of its size. */
    bytes: z.int().min(0).optional(),
    /** Whether the browser reported a user activation when the message arrived. */
    gesture: z.boolean(),
    /** What the parameters had that JSON has no form for. */
    notJson: z.array(z.strictObject({ path: text, is: text })).optional(),
    /** The shell keeps the picture in it under this number, until the request is answered. */
    picture: z.int().min(1).optional(),
    from: z.strictObject({ source: text, line: z.int().min(1), column: z.int().min(1) }).optional(),
  }),
  /** What the injected script saw inside the app. */
  z.strictObject({ type: z.literal('app-report'), frame, report }),
  /** The app posted a hash of its state to the console, in this text. */
  z.strictObject({ type: z.literal('app-state'), frame, text: z.string().max(MAX_STATE_CHARACTERS) }),
  /** The shell's page became visible or hidden. */
  z.strictObject({ type: z.literal('page-visibility'), visible: z.boolean() }),
  /** The developer changed switches of this seat, or of every seat. */
  z.strictObject({
    type: z.literal('set-switches'),
    switches: switchChangeSchema,
    everyone: z.boolean().optional(),
  }),
  /** In a real run: the browser's theme or language changed. */
  z.strictObject({ type: z.literal('surroundings'), surroundings }),
  /** The person's choice on a sheet. The server checks it, and answers `sheet-fault` or `sheet-closed`. */
  z.strictObject({ type: z.literal('sheet-choice'), sheet: z.int().min(1), choice: z.unknown() }),
  /** The person pressed Cancel on the AI strip (4.7). */
  z.strictObject({ type: z.literal('cancel-ai'), frame }),
  /** The person wants to change their nickname, from the host menu (4.6). */
  z.strictObject({ type: z.literal('change-nickname') }),
  /** The bytes of an answer could not be fetched: the call was rejected with `TIMEOUT`. */
  z.strictObject({ type: z.literal('answer-lost'), frame, reason: text }),
  /** The developer drops the connection of a seat's match (3.4: `connection_lost`). */
  z.strictObject({ type: z.literal('drop-connection'), seat: seatSchema }),
  /** The person buys access on the app's page: the host opens the payment sheet (5). */
  z.strictObject({ type: z.literal('buy-access') }),
  /** The developer runs the app without buying it, as its owner may (5). */
  z.strictObject({ type: z.literal('open-without-buying') }),
  /**
   * The person pressed Close in the host's bar, the page stopped an app that posts endless messages, or the app's page is
   * gone because the browser blocked what it went to.
   */
  z.strictObject({ type: z.literal('close-app'), flooding: flag, gone: flag }),
  /** The person opened the app again. */
  z.strictObject({ type: z.literal('open-app') }),
])

export type ShellMessage = z.input<typeof shellMessageSchema>

export type ReadShellMessage = z.output<typeof shellMessageSchema>
