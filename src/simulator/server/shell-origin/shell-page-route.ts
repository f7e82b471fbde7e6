import type { Request, RequestHandler, Response } from 'express'
import { MAX_SEATS } from '../../../host/control/switches.js'
import { PAIR_PARAMETER, PAIRING_POLICY, type PairingFault, renderPairingPage } from '../../pairing-page.js'
import { renderShellPage, shellPolicy } from '../../shell-page.js'
import type { Pairing } from '../access/pairing.js'
import type { Simulator } from '../simulator.js'

export interface ShellPageOptions {
  readonly simulator: Simulator
  readonly token: string
  readonly pairing: Pairing
  /** Identifies pages that fit this server. */
  readonly edition: () => string
  /** How many seats the first window has, unless its URL names some. Default: one. */
  readonly seats?: number
  /** The bundle's origin for a browser that uses this name for this machine. */
  readonly bundleOriginFor: (hostname: string) => string
}

/**
 * The shell's page, which contains the token for everything else. Only for browsers on this machine, and for those on the
 * network with the pairing code. A phone without a seat is redirected to a free one, so that reloading keeps the seat, and
 * a window that opens after all others were closed to the seats that the developer asked for.
 */
export const shellPageRoute = (options: ShellPageOptions): RequestHandler => {
  const { simulator, token, pairing, seats = 1, bundleOriginFor } = options
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
        else response.redirect(302, addressWith(request, 'seat', seat))
        return
      }
    }
    const named = 'seat' in request.query || 'seats' in request.query
    if (seats > 1 && !named && simulator.windows.taken.length === 0) {
      response.redirect(302, addressWith(request, 'seats', seats))
      return
    }
    const { app } = simulator.addressed('')
    response
      .set('Content-Security-Policy', shellPolicy(bundleOriginFor(request.hostname)))
      .type('html')
      .send(renderShellPage({ token, edition: options.edition(), title: app.name }))
  }
}

/** @returns what is wrong: `unpaired` if there is no code; null if the code is right */
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

/** The address of a request, with one more parameter. */
const addressWith = (request: Request, name: 'seat' | 'seats', value: number): string =>
  `/?${new URLSearchParams([...readQuery(request), [name, String(value)]])}`

/** A target may be a whole URL with any host, or even invalid (RFC 9112, 3.2.2). Only its query is read. */
const readQuery = ({ url }: Request): readonly [string, string][] => {
  const start = url.indexOf('?')
  return start === -1 ? [] : [...new URLSearchParams(url.slice(start))]
}

const readSeats = (request: Request): readonly number[] =>
  readQuery(request)
    .filter(([name, value]) => name === 'seat' && /^\d$/.test(value))
    .map(([, value]) => Number(value))
    .filter((seat) => seat >= 1 && seat <= MAX_SEATS)

/** How long a seat is reserved for a phone that was sent to it. */
const KEPT_MS = 30_000

/** Finds seats for phones whose link has none, a different one for each. The first seat is left to the developer. */
export class SeatOffers {
  readonly #offeredAt = new Map<number, number>()

  /**
   * @param taken the seats that are open
   * @param now monotonic milliseconds
   * @returns null if every seat is taken
   */
  next(taken: readonly number[], now: number): number | null {
    for (let seat = 2; seat <= MAX_SEATS; seat++) {
      const offered = this.#offeredAt.get(seat)
      if (taken.includes(seat) || (offered !== undefined && now - offered < KEPT_MS)) continue
      this.#offeredAt.set(seat, now)
      return seat
    }
    return null
  }
}
