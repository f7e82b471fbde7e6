import { isUtf8 } from 'node:buffer'
import { json } from 'express'
import { clientErrorStatus } from '../../local-server/answer-error.js'

/** Routes match letter case exactly: ignoring it would hide a client's mistake. */
export const EXACT_PATHS = { caseSensitive: true, strict: true } as const

/**
 * Parses a JSON body. Bytes that are not UTF-8 are refused: replacement characters would hide a client's
 * mistake until somebody reads the post.
 * @param limit in bytes, in body-parser's notation
 */
export const jsonBody = (limit: string | number) =>
  json({
    limit,
    // A text or a number is valid JSON: what reads the body says what it must be.
    strict: false,
    verify: (_request, _response, body, charset) => {
      if (charset === 'utf-8' && !isUtf8(body)) throw new NotUtf8()
    },
  })

export class NotUtf8 extends Error {}

/** body-parser's errors have the status 400, 403, 413 or 415; of these the API only has 400 (section 7). */
export const isClientError = (error: unknown): boolean => clientErrorStatus(error) !== null

/** Why a request was refused before it was processed, as a sentence (2.7). */
export const describeClientError = (error: unknown): string => {
  if (error instanceof URIError) return 'The URL of the request is malformed.'
  if (error instanceof NotUtf8) return 'The body of the request is not UTF-8.'
  if (clientErrorStatus(error) === 413) return 'The body of the request is too large.'
  if (clientErrorStatus(error) === 415)
    return 'The body of the request has an unsupported charset or encoding.'
  return error instanceof SyntaxError
    ? 'The body of the request is not valid JSON.'
    : 'The body of the request does not match its headers.'
}

/** All problems of a body in one sentence. */
export const describeIssues = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string =>
  `${issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')} ${message}`))
    .join('; ')}.`
