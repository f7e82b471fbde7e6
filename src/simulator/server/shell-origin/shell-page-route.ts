import type { Request, RequestHandler, Response } from 'express'
import { MAX_SEATS } from '../../../host/control/switches.js'
import { PAIR_PARAMETER, PAIRING_POLICY, type PairingFault, renderPairingPage } from '../../pairing-page.js'
import { renderShellPage, shellPolicy } from '../../shell-page.js'
import type { Pairing } from '../access/pairing.js'
import type { Simulator } from '../simulator.js'
import { SeatOffers } from './seat-offers.js'

export interface ShellPageOptions {
  readonly simulator: Simulator
  readonly token: string
  readonly pairing: Pairing
  /** The bundle's origin for a browser that knows this machine by that name. */
  readonly bundleOriginFor: (hostname: string) => string
}

/**
 * The shell's page, which holds the token for all else: only for browsers on this machine, and for those on the network
 * that bring the pairing code. One of those that names no seat is sent to a free one, so that reloading keeps it.
 */
export const shellPageRoute = (options: ShellPageOptions): RequestHandler => {
  const { simulator, token, pairing, bundleOriginFor } = options
  const offers = new SeatOffers()
  return (request, response) => {
    if (!pairing.isOnOwnMachine(request.socket)) {
      const fault = pair(pairing, request)
      if (fault !== null) {
        answerPairing(request, response, fault)
        return
      }
      if (request.query['seat'] === undefined) {
        const seat = offers.next(simulator.windows.taken, performance.now())
        if (seat === null) answerPairing(request, response, 'no-seat')
        else
          response.redirect(302, `/?${new URLSearchParams([...readQuery(request), ['seat', String(seat)]])}`)
        return
      }
    }
    const { app } = simulator.addressed('')
    response
      .set('Content-Security-Policy', shellPolicy(bundleOriginFor(request.hostname)))
      .type('html')
      .send(renderShellPage({ token, title: app.name }))
  }
}

/** @returns what is wrong; `unpaired` where no code was brought, null where it was the right one */
const pair = (pairing: Pairing, request: Request): PairingFault | 'unpaired' | null => {
  const code = request.query[PAIR_PARAMETER]
  if (typeof code !== 'string') return 'unpaired'
  const outcome = pairing.try(request.socket, code)
  return outcome === 'paired' ? null : outcome
}

const STATUS = { unpaired: 403, wrong: 403, 'too-many': 429, 'no-seat': 409 } as const

const answerPairing = (request: Request, response: Response, fault: PairingFault | 'unpaired'): void => {
  response
    .status(STATUS[fault])
    .set('Content-Security-Policy', PAIRING_POLICY)
    .type('html')
    .send(renderPairingPage({ fault: fault === 'unpaired' ? null : fault, seats: readSeats(request) }))
}

/** A target may be a whole URL, of any host, and none that can be read (RFC 9112, 3.2.2): only what is behind it counts. */
const readQuery = ({ url }: Request): readonly [string, string][] => {
  const start = url.indexOf('?')
  return start === -1 ? [] : [...new URLSearchParams(url.slice(start))]
}

const readSeats = (request: Request): readonly number[] =>
  readQuery(request)
    .filter(([name, value]) => name === 'seat' && /^\d$/.test(value))
    .map(([, value]) => Number(value))
    .filter((seat) => seat >= 1 && seat <= MAX_SEATS)
