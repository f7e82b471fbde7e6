import { clientErrorStatus } from '../../local-server/answer-error.js'
import { NotUtf8 } from './json-body.js'

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
