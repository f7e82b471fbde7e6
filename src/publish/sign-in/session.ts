import * as z from 'zod'
import { isScope, type Scope } from '../../platform/publishing.js'

/** A saved sign-in: the service and the tokens (2.6). Secret. */
const sessionSchema = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Milliseconds since 1970, or null if the service did not say. */
  signedInAt: z.number(),
  expiresAt: z.number().nullable(),
})

export type Session = Readonly<z.infer<typeof sessionSchema>>

/** A device login that waits for the user (RFC 8628). Secret: the device code fetches the token. */
const pendingLoginSchema = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  deviceCode: z.string(),
  userCode: z.string(),
  verificationUri: z.string(),
  verificationUriComplete: z.string().nullable(),
  scopes: z.array(z.string()),
  intervalMs: z.number(),
  expiresAt: z.number(),
})

export type PendingLogin = Readonly<z.infer<typeof pendingLoginSchema>>

/** What is stored for one profile. */
export const profileSchema = z.object({
  session: sessionSchema.nullable(),
  pending: pendingLoginSchema.nullable(),
})

export type Profile = Readonly<z.infer<typeof profileSchema>>

export const EMPTY_PROFILE: Profile = { session: null, pending: null }

/** The scopes that an operation needs and the session lacks. */
export const missingScopes = (session: Session, needed: readonly Scope[]): readonly Scope[] =>
  needed.filter((scope) => !session.scopes.includes(scope))

export const knownScopes = (scopes: readonly string[]): readonly Scope[] => scopes.filter(isScope)

/** The client ID of a session whose token came from elsewhere: only getting and renewing tokens needs one. */
export const NO_CLIENT_ID = 'none'

/** The longest accepted token: HTTP servers reject longer headers. */
const MAX_TOKEN_CHARACTERS = 8_192

/** Whether a token conforms to RFC 6750, 2.1, or is at least printable: it is put into a header unchanged. */
export const isHeaderSafe = (token: string): boolean =>
  token.length <= MAX_TOKEN_CHARACTERS && /^[\x21-\x7e]+$/.test(token)
