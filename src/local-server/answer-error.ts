import type { NextFunction, Request, Response } from 'express'

/**
 * Answers what went wrong without a stack trace, which express would send along.
 * @param onDefect told of what is no fault of the request's
 */
export const answerError =
  (onDefect: (error: unknown) => void) =>
  // Express tells an error handler by its four parameters.
  (error: unknown, _request: Request, response: Response, _next: NextFunction): void => {
    const status = clientErrorStatus(error)
    if (status === null) onDefect(error)
    if (response.headersSent) response.destroy()
    else
      response
        .status(status ?? 500)
        .type('text/plain')
        .send(status === null ? 'The simulator failed; see its own output.\n' : 'The request is malformed.\n')
  }

/** Express and its parsers give the errors that a request caused a status of their own. */
const clientErrorStatus = (error: unknown): number | null => {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : null
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null
}
