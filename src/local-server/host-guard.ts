import type { NextFunction, Request, Response } from 'express'

/**
 * Refuses requests with a foreign Host header: a foreign page whose name was re-bound to 127.0.0.1 (DNS
 * rebinding) would otherwise be same-origin with us.
 * @param allowedHosts the server's host names, without a port
 */
export const hostGuard =
  (allowedHosts: readonly string[]) =>
  (request: Request, response: Response, next: NextFunction): void => {
    if (isOwnHost(request.headers.host, allowedHosts)) next()
    else
      response
        .status(403)
        .type('text/plain')
        .send('This host name is not allowed. Open the URL that the server printed.\n')
  }

/** Whether a Host header is one of the names, with any port. */
export const isOwnHost = (header: string | undefined, allowedHosts: readonly string[]): boolean => {
  const match = /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(?::\d{1,5})?$/i.exec(header ?? '')
  return match?.[1] !== undefined && allowedHosts.includes(match[1].toLowerCase())
}

export const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']
