import * as z from 'zod'
import { RATING_NAMES, SCOPE_NAMES, type Scope } from '../../platform/publishing.js'
import { MINI_APP_RECORDS } from '../miniapps/records.js'

/** The service's records. Times are milliseconds since 1970; tokens and codes are only stored as hashes. */

/** The user of this account. */
export const OWN_MEMBER_ID = 'member_you'

const scopes = z.array(z.enum(SCOPE_NAMES as [Scope, ...Scope[]]))

/** 5.1: a registered app. */
const app = z.object({
  clientId: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()),
  registeredAt: z.number(),
  /** The member who registered it; absent for this account. */
  owner: z.string().optional(),
  /** When it last used the API, to the minute. */
  lastUsedAt: z.number().nullable().default(null),
})

/** 3: the user's consent to an app. A new connection after a disconnection is a new record. */
const connection = z.object({
  id: z.string(),
  clientId: z.string(),
  /** Earlier versions only had connections of this account. */
  memberId: z.string().default(OWN_MEMBER_ID),
  /** All approved permissions … */
  scopes,
  /** … and those of them that the user has since switched off. */
  off: scopes,
  connectedAt: z.number(),
  disconnectedAt: z.number().nullable(),
})

/** 3: a member's settings for all connected apps. */
const settings = z.object({ paused: z.boolean() })

/** The member who is signed in to the service in the browser: consent is theirs. */
const signedIn = z.object({ memberId: z.string() })

/**
 * What an access or refresh token grants: a connection and its approved scopes. A family is all tokens of one
 * sign-in: reusing a refresh token revokes the whole family (RFC 9700, 4.14.2).
 */
const accessToken = z.object({
  hash: z.string(),
  connectionId: z.string(),
  family: z.string(),
  scopes,
  expiresAt: z.number(),
})

const refreshToken = z.object({
  hash: z.string(),
  connectionId: z.string(),
  family: z.string(),
  scopes,
  state: z.enum(['good', 'used', 'revoked']),
})

/** RFC 8628: a sign-in with a device code. */
const deviceGrant = z.object({
  hash: z.string(),
  userCode: z.string(),
  clientId: z.string(),
  scopes,
  intervalMs: z.number(),
  expiresAt: z.number(),
  state: z.enum(['pending', 'approved', 'denied', 'consumed']),
  connectionId: z.string().nullable(),
  approved: scopes,
})

/** 5.3, 5.4: a single-use authorization code. */
const authorizationCode = z.object({
  hash: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  /** PKCE (RFC 7636): the SHA-256 of the verifier that the exchange must present, in base64url. */
  challenge: z.string(),
  connectionId: z.string(),
  /** The family of its tokens: reusing the code revokes it (RFC 6749, 4.1.2). */
  family: z.string(),
  scopes,
  expiresAt: z.number(),
  used: z.boolean(),
})

/** 2.2: a post, and the app that published it: empty for a post of another member. */
const post = z.object({
  id: z.string(),
  /** Earlier versions only had posts of this account. */
  authorId: z.string().default(OWN_MEMBER_ID),
  clientId: z.string(),
  publishedAt: z.number(),
  content: z.string(),
  rating: z.enum(RATING_NAMES),
  reasoning: z.string(),
  media: z.array(z.string()),
  /** The mini app that it was shared from. */
  miniApp: z.string().optional(),
})

/** 2.3: an uploaded file; its bytes are stored separately. Its ID is the media reference. */
const media = z.object({
  id: z.string(),
  clientId: z.string(),
  /** To whose account it was uploaded; null in what earlier versions saved, and for pictures that were shared. */
  memberId: z.string().nullable().default(null),
  filename: z.string(),
  type: z.string(),
  bytes: z.number(),
  /** Null in what earlier versions saved. */
  sha256: z.string().nullable().default(null),
  uploadedAt: z.number(),
})

/** 2.4: a story, shown for 48 hours. */
const story = z.object({
  id: z.string(),
  clientId: z.string(),
  mediaId: z.string(),
  reasoning: z.string(),
  publishedAt: z.number(),
  /** Absent for a story of this account. */
  authorId: z.string().optional(),
  /** The mini app that it was shared from. */
  miniApp: z.string().optional(),
})

/** 4: a chat message; kept for 48 hours (3). */
const message = z.object({
  id: z.string(),
  conversationId: z.string(),
  senderId: z.string(),
  text: z.string(),
  sentAt: z.number(),
  /** The two members of the chat; absent where one of them is the user. */
  between: z.array(z.string()).optional(),
  /** The mini app that it was shared from. */
  miniApp: z.string().optional(),
  media: z.array(z.string()).optional(),
})

/** 4: a notification for a member. */
const notification = z.object({
  id: z.string(),
  /** Earlier versions only had notifications of this account. */
  to: z.string().default(OWN_MEMBER_ID),
  type: z.enum(['message', 'reaction']),
  /** The member who caused it, and the post or conversation it is about. */
  memberId: z.string(),
  subjectId: z.string(),
  at: z.number(),
})

/** Who a member is in a mini app (2.5 of the mini app platform document), from the first time that they open it. */
const appPerson = z.object({
  /** `<app_id>/<member>` */
  id: z.string(),
  appId: z.string(),
  /** `signed-out` for visitors. */
  memberId: z.string(),
  /** Their place in the app's host, from 1. */
  seat: z.int(),
  /** The `app_user_id`. */
  userId: z.string(),
})

/** A document that the host of an app's real runs saved: storage, shared records, nicknames. */
const runDocument = z.object({ id: z.string(), appId: z.string(), name: z.string(), document: z.unknown() })

/** A change of such a document that version 0.1.0 saved beside it. It becomes part of it when the app is opened. */
const runEntry = z.object({
  id: z.string(),
  appId: z.string(),
  name: z.string(),
  number: z.int(),
  entry: z.unknown(),
})

/** In which folders the files are: an import gives them a new name. */
const fileFolders = z.object({ name: z.string().regex(/^[a-z0-9]*$/) })

export const RECORDS = {
  app,
  connection,
  settings,
  signedIn,
  accessToken,
  refreshToken,
  deviceGrant,
  authorizationCode,
  post,
  media,
  story,
  message,
  notification,
  appPerson,
  runDocument,
  runEntry,
  fileFolders,
  ...MINI_APP_RECORDS,
} as const

export type Table = keyof typeof RECORDS

export const TABLES = Object.keys(RECORDS) as [Table, ...Table[]]

/** The tables of an exported document: all but what is true of this folder only. */
export const DOCUMENT_TABLES = TABLES.filter((table) => table !== 'fileFolders')

export type RecordOf<Name extends Table> = Readonly<z.infer<(typeof RECORDS)[Name]>>

/** The fields by which the records of a table are also at hand: by app, by member. */
export const GROUPED_BY = {
  miniAppVersion: ['appId'],
  sale: ['appId', 'buyer'],
  notice: ['to'],
  postFee: ['payer'],
  payout: ['to'],
} as const satisfies { readonly [Name in Table]?: readonly (keyof RecordOf<Name>)[] }

/** A table with groups, and the fields that make them. */
export type Grouped = keyof typeof GROUPED_BY
export type GroupField<Name extends Grouped> = (typeof GROUPED_BY)[Name][number]

export type App = RecordOf<'app'>
export type Connection = RecordOf<'connection'>
export type DeviceGrant = RecordOf<'deviceGrant'>
export type Post = RecordOf<'post'>
export type Message = RecordOf<'message'>
