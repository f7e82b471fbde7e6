import { isUtf8 } from 'node:buffer'
import * as z from 'zod'
import { seatSchema } from '../../../host/control/data-schemas.js'
import { localeSchema, switchChangeSchema } from '../../../host/control/switch-change.js'
import { SHARE_IMAGE_TYPES } from '../../../platform/share-image.js'
import { MAX_STATE_CHARACTERS } from '../../injected-messages.js'
import type { ShellMessage } from '../../messages.js'
import { SHEET_KINDS } from './sheet-desk.js'

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

/** The messages of the shell, which are validated before use. */
export const shellMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    seat: seatSchema,
    token: z.string().max(100),
    sheets: z.array(z.enum(SHEET_KINDS)).optional(),
    ifFree: z.literal(true).optional(),
    features: z.array(z.string().max(100)).max(1_000).optional(),
    surroundings: surroundings.optional(),
  }),
  z.strictObject({ type: z.literal('observe'), token: z.string().max(100) }),
  z.strictObject({ type: z.literal('sheet-choice'), sheet: z.int().min(1), choice: z.unknown() }),
  z.strictObject({ type: z.literal('frame-opened'), frame, replaced: z.literal(true).optional() }),
  z.strictObject({ type: z.literal('frame-loaded'), frame }),
  z.strictObject({
    type: z.literal('request'),
    frame,
    json: z.string().nullable(),
    image: z.strictObject({ type: z.enum(SHARE_IMAGE_TYPES), bytes: z.instanceof(Buffer) }).optional(),
    bytes: z.int().min(0).optional(),
    gesture: z.boolean(),
    picture: z.int().min(1).optional(),
    from: z.strictObject({ source: text, line: z.int().min(1), column: z.int().min(1) }).optional(),
  }),
  z.strictObject({ type: z.literal('app-report'), frame, report }),
  z.strictObject({ type: z.literal('app-state'), frame, text: z.string().max(MAX_STATE_CHARACTERS) }),
  z.strictObject({ type: z.literal('page-visibility'), visible: z.boolean() }),
  z.strictObject({
    type: z.literal('set-switches'),
    switches: switchChangeSchema,
    everyone: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal('surroundings'), surroundings }),
  z.strictObject({ type: z.literal('answer-lost'), frame, reason: text }),
  z.strictObject({ type: z.literal('cancel-ai'), frame }),
  z.strictObject({ type: z.literal('change-nickname') }),
  z.strictObject({ type: z.literal('drop-connection'), seat: seatSchema }),
  z.strictObject({ type: z.literal('buy-access') }),
  z.strictObject({ type: z.literal('open-without-buying') }),
  z.strictObject({
    type: z.literal('close-app'),
    flooding: z.literal(true).optional(),
    gone: z.literal(true).optional(),
  }),
  z.strictObject({ type: z.literal('open-app') }),
])

export type ReadShellMessage = z.output<typeof shellMessageSchema>

/** The schema has every message of the shell. The compiler enforces it. */
type MissingType = Exclude<ShellMessage['type'], ReadShellMessage['type']>
const _everyTypeIsRead: MissingType extends never ? true : never = true
void _everyTypeIsRead

/**
 * Reads a message of a shell, without checking what it says: see `writeShellMessage`.
 * @throws {SyntaxError} if it is not JSON in UTF-8
 */
export const parseShellMessage = (data: Buffer): unknown => {
  // JSON has no line break of its own.
  const end = data.indexOf('\n')
  const message: unknown = JSON.parse(textOf(end === -1 ? data : data.subarray(0, end)))
  if (typeof message !== 'object' || message === null || !('after' in message)) return message
  const { after, ...others } = message
  const rest = end === -1 ? data.subarray(data.length) : data.subarray(end + 1)
  if (after === 'json') return { ...others, json: textOf(rest) }
  return 'image' in others && typeof others.image === 'object'
    ? { ...others, image: { ...others.image, bytes: rest } }
    : others
}

const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new SyntaxError('The text is not UTF-8.')
  return bytes.toString()
}
