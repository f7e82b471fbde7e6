import { randomInt } from 'node:crypto'
import { type RateLimit, RateWindow } from '../../../host/rate-window.js'
import { isToken } from '../../../local-server/bearer.js'
import { type Ends, isOnOwnMachine, plainAddress } from '../../../local-server/own-machine.js'
import { MINUTE_MS } from '../../../platform/units.js'

export interface PairingOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** Whether the other end of a connection is on this machine, and needs no code. */
  readonly isOnOwnMachine?: (ends: Ends) => boolean
  readonly code?: string
}

export type PairingOutcome = 'paired' | 'wrong' | 'too-many'

/**
 * Keeps other machines on the network out (`--host`): their pages must have the pairing code, which is in the printed link
 * and its QR code.
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

  /** Whether this address has given the code, or is on this machine. */
  admits(ends: Ends): boolean {
    const address = plainAddress(ends.remoteAddress)
    return this.isOnOwnMachine(ends) || (address !== null && this.#admitted.has(address))
  }

  /** Admits this address. */
  admit(ends: Ends): void {
    const address = plainAddress(ends.remoteAddress)
    if (address !== null) this.#admitted.add(address)
  }

  /** @param given as typed: letter case, spaces and dashes do not matter */
  try(ends: Ends, given: string): PairingOutcome {
    const address = plainAddress(ends.remoteAddress) ?? ''
    const tries = this.#tries.get(address) ?? new RateWindow(WRONG_TRIES)
    const right = isToken(given.toUpperCase().replace(/[^A-Z0-9]/g, ''), this.code)
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

/** With the length of the code, this makes guessing it impossible. */
const WRONG_TRIES: RateLimit = { limit: 10, windowMs: MINUTE_MS }
const MOST_ADDRESSES_REMEMBERED = 1_000

/** Without letters and digits that people confuse. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_CHARACTERS = 8

export const newPairingCode = (): string =>
  Array.from({ length: CODE_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** Whether a text has the form of a code. */
export const isPairingCode = (text: string): boolean =>
  text.length === CODE_CHARACTERS && [...text].every((character) => ALPHABET.includes(character))
