import * as z from 'zod'
import { isScope, type Scope } from '../platform/publishing.js'

/** A sign-in that is kept: whom it is with, and the tokens (2.6). Secret. */
const sessionSchema = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Milliseconds since 1970, or null where the service did not say. */
  signedInAt: z.number(),
  expiresAt: z.number().nullable(),
})

export type Session = Readonly<z.infer<typeof sessionSchema>>

/** A device login that was begun and waits for the person (RFC 8628). Secret: the device code fetches the token. */
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

/** What is kept for one profile. */
export const profileSchema = z.object({
  session: sessionSchema.nullable(),
  pending: pendingLoginSchema.nullable(),
})

export type Profile = Readonly<z.infer<typeof profileSchema>>

export const EMPTY_PROFILE: Profile = { session: null, pending: null }

/** The scopes that an operation needs and the session was not granted. */
export const missingScopes = (session: Session, needed: readonly Scope[]): readonly Scope[] =>
  needed.filter((scope) => !session.scopes.includes(scope))

export const knownScopes = (scopes: readonly string[]): readonly Scope[] => scopes.filter(isScope)

/** Longest token that is kept and sent: HTTP servers refuse longer headers. */
const MAX_TOKEN_CHARACTERS = 8_192

/** Whether a token is one by RFC 6750, 2.1, or at least printable: it goes into a header as it is. */
export const isHeaderSafe = (token: string): boolean =>
  token.length <= MAX_TOKEN_CHARACTERS && /^[\x21-\x7e]+$/.test(token)
