import * as z from 'zod'
import { IMPACTS } from '../../check/problem.js'
import { BASE_COURSE, CLOCK_SPEEDS } from '../../host/clock-course.js'
import { saleSchema } from '../../host/money/document.js'
import { ASSISTANT_TOOLS, CAPABILITIES } from '../../platform/features.js'
import { CATEGORIES, type Manifest, manifestSchema } from '../../platform/manifest.js'

/** What the service keeps of mini apps. Times are milliseconds since 1970; amounts are thousandths of a credit. */

const guardianSchema = z.object({
  /** Mini apps at all (5). */
  miniApps: z.boolean(),
  /** The App IDs that the guardian allowed (5). */
  apps: z.array(z.string()),
  pay: z.boolean(),
  media: z.boolean(),
  online: z.boolean(),
  ai: z.boolean(),
})

/** A member of the service: someone who registers apps, buys, or both. */
const member = z.object({
  id: z.string(),
  name: z.string(),
  /** `YYYY-MM-DD`; null where the member gave none (5). */
  birthDate: z.string().nullable(),
  /** 2.1: may register more apps. */
  partner: z.boolean(),
  /** What a guardian allows; it counts for members under 18 only (5). */
  guardian: guardianSchema,
  balance: z.int(),
  /** What came from outside: the balance is this, less what was bought and posted, plus what was paid out. */
  given: z.int(),
})

const scope = z.object({ version: z.int(), tools: z.array(z.enum(ASSISTANT_TOOLS)) })

/** What an admin decided on a capability of an app (3.1). */
const grant = z.object({
  granted: scope.nullable(),
  declined: scope.nullable(),
  /** An admin turned it off. */
  off: z.boolean(),
})

/** 2.1: a registered app. */
const miniApp = z.object({
  id: z.string(),
  owner: z.string(),
  name: z.string(),
  /** The last part of its address, never used again (3.1). */
  slug: z.string(),
  /** The category that was named at registration … */
  category: z.enum(CATEGORIES),
  /** … and the one that was chosen on the app's page since, which beats the manifest's (2.2). */
  chosenCategory: z.enum(CATEGORIES).nullable(),
  registeredAt: z.number(),
  standing: z.enum(['open', 'blocked', 'deleted']),
  standingReason: z.string().nullable(),
  /** Since when it is blocked; null also where an earlier version of the service blocked it. */
  blockedAt: z.number().nullable().default(null),
  /** Since when nothing but time holds up a version: the last unblocking or grant. */
  openSince: z.number(),
  multiplayer: z.object({
    open: z.enum(['off', 'adults', 'everyone']),
    /** The developer's request, until it is decided (4.8). */
    request: z.object({ description: z.string(), at: z.number() }).nullable(),
  }),
  grants: z.partialRecord(z.enum(CAPABILITIES), grant),
})

const problem = z.object({
  rule: z.string(),
  level: z.enum(['error', 'flag', 'warning', 'info']),
  impact: z.enum(IMPACTS).nullable(),
  file: z.string().nullable(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  pointer: z.string().nullable(),
  message: z.string(),
  fix: z.string(),
  spec: z.string(),
})

/** 3.1: an uploaded version. Its zip and pictures are files beside. */
const miniAppVersion = z.object({
  /** `<app_id>/<version>` */
  id: z.string(),
  appId: z.string(),
  version: z.string(),
  uploadedAt: z.number(),
  state: z.enum(['waiting', 'held', 'live', 'declined', 'withdrawn', 'replaced']),
  stateAt: z.number(),
  reason: z.string().nullable(),
  /** For how many milliseconds the app was blocked while the version waited. */
  blockedMs: z.number().default(0),
  /** 2.8: what an admin must look at, word for word. */
  flags: z.array(z.string()),
  manifest: z.custom<Manifest>((value) => manifestSchema.safeParse(value).success),
  /** What `check` found, for the admin. */
  findings: z.array(problem),
  zipBytes: z.number(),
  /** Digests are absent in what earlier versions saved. */
  zipSha256: z.string().nullable().default(null),
  /** The sizes and digests of the pictures beside the zip, by name. */
  pictureBytes: z.record(z.string(), z.number()).default({}),
  pictureSha256: z.record(z.string(), z.string()).default({}),
})

/** 3.2, 3.3: a sale, as the host's ledger has it, with the app and the words of the buyer's history. */
const sale = saleSchema.extend({
  appId: z.string(),
  title: z.string(),
  /** When it went back to its buyer. */
  returnedAt: z.number().nullable(),
})

/** 3.3: what arrived in a developer's account as one entry. */
const payout = z.object({
  id: z.string(),
  to: z.string(),
  thousandths: z.int(),
  sales: z.array(z.string()),
  byHand: z.boolean(),
  at: z.number(),
})

/** 8.4: what a member paid for a post. */
const postFee = z.object({
  /** The post's ID. */
  id: z.string(),
  payer: z.string(),
  /** The mini app that it was shared from; null for a post of a connected app … */
  appId: z.string().nullable(),
  /** … which had this name. */
  clientName: z.string().nullable().default(null),
  thousandths: z.int(),
  at: z.number(),
})

/** 6: what a developer is notified of. */
const notice = z.object({
  id: z.string(),
  to: z.string(),
  about: z.enum(['approved', 'declined', 'blocked', 'unblocked', 'multiplayer']),
  appId: z.string(),
  version: z.string().nullable(),
  text: z.string(),
  at: z.number(),
})

/** How the service's clock follows the machine's. */
const clock = z.object({
  ahead: z.number(),
  speed: z.literal(CLOCK_SPEEDS).default(BASE_COURSE.speed),
  since: z.number().default(BASE_COURSE.since),
  pausedAt: z.number().nullable().default(BASE_COURSE.pausedAt),
})

export const MINI_APP_RECORDS = {
  member,
  miniApp,
  miniAppVersion,
  sale,
  payout,
  postFee,
  notice,
  clock,
} as const

export type Member = Readonly<z.infer<typeof member>>
export type MiniApp = Readonly<z.infer<typeof miniApp>>
export type Grant = Readonly<z.infer<typeof grant>>
export type CapabilityScope = Readonly<z.infer<typeof scope>>
export type MiniAppVersion = Readonly<z.infer<typeof miniAppVersion>>
export type SaleRecord = Readonly<z.infer<typeof sale>>

export type Notice = Readonly<z.infer<typeof notice>>
