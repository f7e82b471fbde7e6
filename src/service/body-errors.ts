import { NotUtf8 } from './json-body.js'

/** body-parser's errors carry the status 400, 403, 413 or 415; of these the API knows 400 alone (section 7). */
export const isClientError = (error: unknown): boolean => {
  const status = statusOf(error)
  return status !== null && status >= 400 && status < 500
}

/** What is wrong with a request that was refused before it was looked at, as a sentence for people (2.7). */
export const describeClientError = (error: unknown): string => {
  if (error instanceof URIError) return 'The address of the request is malformed.'
  if (error instanceof NotUtf8) return 'The body of the request is not UTF-8.'
  if (statusOf(error) === 413) return 'The body of the request is too large.'
  if (statusOf(error) === 415) return 'The body of the request is in a charset or encoding that is not taken.'
  return error instanceof SyntaxError
    ? 'The body of the request is no valid JSON.'
    : 'The body of the request is not what its headers say.'
}

const statusOf = (error: unknown): number | null =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : null
