import type { NextFunction, Request, Response } from 'express'

/**
 * Refuses requests whose Host header is not one of ours: a foreign page whose name was re-bound to 127.0.0.1
 * (DNS rebinding) would otherwise be same-origin with us.
 * @param allowedHosts the names this server goes by, without a port
 */
export const hostGuard =
  (allowedHosts: readonly string[]) =>
  (request: Request, response: Response, next: NextFunction): void => {
    if (isOwnHost(request.headers.host, allowedHosts)) next()
    else
      response
        .status(403)
        .type('text/plain')
        .send('This server answers only to its own address. Open it by the address that it printed.\n')
  }

/** Whether a Host header names this server: one of the names, with any port. */
export const isOwnHost = (header: string | undefined, allowedHosts: readonly string[]): boolean => {
  const match = /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(?::\d{1,5})?$/i.exec(header ?? '')
  return match?.[1] !== undefined && allowedHosts.includes(match[1].toLowerCase())
}

export const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']
