import type { Request } from 'express'
import { isScope, type Scope } from '../platform/publishing.js'

/** What a consent form says: which ticket, approve or not, and the ticked scopes (a field that occurs several times is a list). */
export const readDecision = (
  request: Request,
): { readonly ticket: unknown; readonly approves: boolean; readonly scopes: readonly Scope[] } => {
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const scopes = [body['scope']].flat().filter((scope) => typeof scope === 'string')
  return { ticket: body['ticket'], approves: body['decision'] === 'approve', scopes: scopes.filter(isScope) }
}
