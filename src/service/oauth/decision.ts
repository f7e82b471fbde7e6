import type { Request } from 'express'
import { isScope, type Scope } from '../../platform/publishing.js'

/** The fields of a consent form: the ticket, the decision, and the selected scopes (a repeated field is a list). */
export const readDecision = (
  request: Pick<Request, 'body'>,
): { readonly ticket: unknown; readonly approves: boolean; readonly scopes: readonly Scope[] } => {
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const scopes = [body['scope']].flat().filter((scope) => typeof scope === 'string')
  return { ticket: body['ticket'], approves: body['decision'] === 'approve', scopes: scopes.filter(isScope) }
}
