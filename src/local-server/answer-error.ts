import type { NextFunction, Request, Response } from 'express'

/**
 * Answers an error without a stack trace, which Express would send.
 * @param onDefect called for errors that the request did not cause
 */
export const answerError =
  (onDefect: (error: unknown) => void) =>
  // Express recognises an error handler by its four parameters.
  (error: unknown, _request: Request, response: Response, _next: NextFunction): void => {
    const status = clientErrorStatus(error)
    if (status === null) onDefect(error)
    if (response.headersSent) response.destroy()
    else
      response
        .status(status ?? 500)
        .type('text/plain')
        .send(
          status === null ? "Unexpected error; see the simulator's output.\n" : 'The request is malformed.\n',
        )
  }

/** Express and its parsers set a status on errors that the request caused. */
export const clientErrorStatus = (error: unknown): number | null => {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : null
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null
}
