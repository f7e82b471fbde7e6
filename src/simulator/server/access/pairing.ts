import { randomInt, timingSafeEqual } from 'node:crypto'
import { type RateLimit, RateWindow } from '../../../host/rate-window.js'
import { type Ends, isOnOwnMachine, plainAddress } from '../../../local-server/own-machine.js'
import { MINUTE_MS } from '../../../platform/units.js'

export interface PairingOptions {
  /** Milliseconds, rising. */
  readonly now: () => number
  /** Whether whoever is at the other end is on this machine, and so needs no code. */
  readonly isOnOwnMachine?: (ends: Ends) => boolean
  readonly code?: string
}

export type PairingOutcome = 'paired' | 'wrong' | 'too-many'

/**
 * Keeps strangers on the network out (`--host`): a page that came from another machine must carry the pairing code, which
 * stands in the printed link and in its QR code. The code is new with every start.
 */
export class Pairing {
  readonly code: string
  readonly #options: PairingOptions
  readonly #admitted = new Set<string>()
  readonly #tries = new Map<string, RateWindow>()

  constructor(options: PairingOptions) {
    this.#options = options
    this.code = options.code ?? newPairingCode()
  }

  isOnOwnMachine(ends: Ends): boolean {
    return (this.#options.isOnOwnMachine ?? isOnOwnMachine)(ends)
  }

  /** Whether somebody at this address has shown the code, or is on this machine. */
  admits(ends: Ends): boolean {
    const address = plainAddress(ends.remoteAddress)
    return this.isOnOwnMachine(ends) || (address !== null && this.#admitted.has(address))
  }

  /** Somebody at this address has proved that they may be here. */
  admit(ends: Ends): void {
    const address = plainAddress(ends.remoteAddress)
    if (address !== null) this.#admitted.add(address)
  }

  /** @param given as it was typed: letter case, spaces and dashes do not matter */
  try(ends: Ends, given: string): PairingOutcome {
    const address = plainAddress(ends.remoteAddress) ?? ''
    const tries = this.#tries.get(address) ?? new RateWindow(WRONG_TRIES)
    const right = isSame(given.toUpperCase().replace(/[^A-Z0-9]/g, ''), this.code)
    if (right && !this.#tries.has(address)) {
      this.admit(ends)
      return 'paired'
    }
    if (this.#tries.size >= MOST_ADDRESSES_REMEMBERED && !this.#tries.has(address)) this.#tries.clear()
    this.#tries.set(address, tries)
    if (tries.take(this.#options.now()) !== null) return 'too-many'
    if (!right) return 'wrong'
    this.#tries.delete(address)
    this.admit(ends)
    return 'paired'
  }
}

/** Beside the length of the code, this is what makes guessing it hopeless. */
const WRONG_TRIES: RateLimit = { limit: 10, windowMs: MINUTE_MS }
const MOST_ADDRESSES_REMEMBERED = 1_000

/** No letters and digits that are taken for one another when they are typed. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_CHARACTERS = 8

const newPairingCode = (): string =>
  Array.from({ length: CODE_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** Compares in constant time. */
const isSame = (given: string, code: string): boolean => {
  const a = Buffer.from(given)
  const b = Buffer.from(code)
  return a.length === b.length && timingSafeEqual(a, b)
}
