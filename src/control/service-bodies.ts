import * as z from 'zod'
import { parseCredits } from '../platform/credits.js'
import { CAPABILITIES, PLATFORMS } from '../platform/features.js'
import { APP_ID_PATTERN } from '../platform/manifest.js'
import {
  OPERATIONS,
  type OperationName,
  RATING_NAMES,
  SCOPE_NAMES,
  type Scope,
} from '../platform/publishing.js'
import { MINUTE_MS } from '../platform/units.js'
import {
  API_FAULTS,
  type ApiFault,
  type OperationFault,
  SIGN_IN_FAULTS,
  type SignInFault,
} from './service-faults.js'
import { duration } from './shared-routes.js'

const VERSION_ACTIONS = ['approve', 'decline', 'hold', 'withdraw'] as const
export type VersionAction = (typeof VERSION_ACTIONS)[number]

export const GRANT_DECISIONS = ['granted', 'declined', 'off'] as const
export type GrantDecision = (typeof GRANT_DECISIONS)[number]

export const MULTIPLAYER_STATES = ['off', 'asked', 'adults', 'everyone'] as const
export type MultiplayerState = (typeof MULTIPLAYER_STATES)[number]

const SALE_ACTIONS = ['consume', 'refund', 'complete'] as const
export type SaleAction = (typeof SALE_ACTIONS)[number]

/** What the service's control API takes. */

const REASON_MAX = 2_000
const DESCRIPTION_MAX = 2_000
const MESSAGE_MAX = 2_000

const text = (max: number) => z.string().trim().min(1).max(max)
const memberId = z.string().regex(/^[a-z0-9_]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and _')

/** A calendar date that there is. */
const date = z.iso.date()

const credits = z.string().transform((given, context) => {
  const thousandths = parseCredits(given)
  if (thousandths !== null) return thousandths
  context.addIssue('must be credits with up to 3 decimals, such as "12.5"')
  return z.NEVER
})

/** A key of one of these tables, as its type. */
export const keyOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  z.enum(Object.keys(table) as [Key, ...Key[]])

export const newAppBody = z.strictObject({
  owner: z.string(),
  name: z.string(),
  category: z.string(),
  /** An App ID that a manifest has already; without it the service makes one. */
  id: z.string().regex(APP_ID_PATTERN, 'must be ma_ and ten of a-z and 2-7').optional(),
})

export const versionActionBody = z.strictObject({
  action: z.enum(VERSION_ACTIONS),
  reason: text(REASON_MAX).optional(),
})

export const appChangeBody = z
  .strictObject({
    status: z.enum(['blocked', 'unblocked', 'deleted']).optional(),
    reason: text(REASON_MAX).optional(),
    category: z.string().optional(),
    multiplayer: z.enum(MULTIPLAYER_STATES).optional(),
    /** Of a request for multiplayer. */
    description: text(DESCRIPTION_MAX).optional(),
    grants: z.partialRecord(z.enum(CAPABILITIES), z.enum(GRANT_DECISIONS)).optional(),
  })
  .refine(
    ({ status, category, multiplayer, grants }) =>
      [status, category, multiplayer, grants].some((given) => given !== undefined),
    'send status, category, multiplayer or grants',
  )

/** What is changed of an app, all of it or nothing. What is absent stays. */
export type AppChange = z.output<typeof appChangeBody>

export const purchaseBody = z.strictObject({ member: z.string(), item: z.string() })

/** Somebody opens an app: a member, or `signed-out`. */
export const runBody = z.strictObject({ member: z.string(), device: z.enum(PLATFORMS).default('web') })

/** Without a nickname, the service suggests one. */
export const nicknameBody = z.strictObject({ nickname: z.string().max(200).optional() })

export const saleActionBody = z.strictObject({ action: z.enum(SALE_ACTIONS) })

const guardianBody = z
  .strictObject({
    miniApps: z.boolean(),
    apps: z
      .array(z.string())
      .max(1_000)
      .readonly()
      .transform((apps) => [...apps]),
    pay: z.boolean(),
    media: z.boolean(),
    online: z.boolean(),
    ai: z.boolean(),
  })
  .partial()

export const memberChangeBody = z
  .strictObject({
    name: text(60),
    birthDate: date.nullable(),
    partner: z.boolean(),
    guardian: guardianBody,
    balance: credits,
  })
  .partial()

/** What is changed of a member; what is absent stays. The balance is in thousandths. */
export type MemberChange = z.output<typeof memberChangeBody>

export const newMemberBody = memberChangeBody.extend({ id: memberId, name: text(60) })

/** A post of another member; the API's own rules decide about its content. */
export const memberPostBody = z.strictObject({
  content: z.string(),
  rating: z.enum(RATING_NAMES).default('sfw'),
})

const scopes = z.array(z.enum(SCOPE_NAMES as [Scope, ...Scope[]]))

/** How much of a list. */
export const partQuery = z.strictObject({
  limit: z.coerce.number<number>().int().min(1).max(100).default(20),
})

/** A page of a list: what the search finds, from a cursor on. */
export const pageQuery = partQuery.extend({
  search: z.string().max(200).default(''),
  cursor: z.string().max(200).optional(),
})

const client = z.strictObject({
  name: z.string().trim(),
  redirectUris: z.array(z.string()).max(100),
})

/** Without an owner, the member who is signed in registers it. */
export const newClientBody = client.extend({ owner: z.string().optional() })
export const clientChangeBody = client
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'send name or redirectUris')

/** Whose connections; without it, of the member who is signed in. */
export const memberQuery = z.strictObject({ member: z.string().optional() })
export const pauseBody = memberQuery.extend({ paused: z.boolean() })
/** The permissions that stay on. */
export const narrowBody = memberQuery.extend({ scopes })

/** With fewer `scopes`, an approval is narrowed; without a member, the one who is signed in decides. */
const decision = memberQuery.extend({ decision: z.enum(['approve', 'deny']), scopes: scopes.optional() })
export const deviceDecisionBody = decision
/** The `url` is the one that the app opens in a browser. */
export const consentBody = decision.extend({ url: z.url() })

export const signedInBody = z.strictObject({ member: z.string() })

/** Without `to`, to the person whose account this is. */
export const messageBody = z.strictObject({
  from: z.string(),
  to: z.string().optional(),
  text: text(MESSAGE_MAX),
})
export const reactionBody = z.strictObject({ member: z.string() })

/** A request that waits longer than this is given up by any client. */
const MOST_DELAY_MS = 10 * MINUTE_MS
const MOST_COUNTED = 1_000_000

const operationFaultBody = z
  .strictObject({
    fault: keyOf<ApiFault>(API_FAULTS).default('none'),
    count: z.int().min(1).max(MOST_COUNTED).nullable().default(null),
    delay: duration.refine((ms) => ms <= MOST_DELAY_MS, 'must be at most "10m"').default(0),
  })
  .refine(({ fault, delay }) => fault !== 'none' || delay > 0, 'needs a fault or a delay')
  .transform(({ delay, ...rest }): OperationFault => ({ ...rest, delayMs: delay }))

export const faultsBody = z
  .strictObject({
    api: keyOf<ApiFault>(API_FAULTS),
    signIn: keyOf<SignInFault>(SIGN_IN_FAULTS),
    operations: z.partialRecord(keyOf<OperationName>(OPERATIONS), operationFaultBody.nullable()),
    payments: z.enum(['ok', 'pending', 'unavailable']),
    payouts: z.enum(['ok', 'failing']),
  })
  .partial()

/** What is switched on or off of all faults; what is absent stays, and null switches the fault of an operation off. */
export type FaultsChange = z.output<typeof faultsBody>
