import { Failure } from '../../../failure.js'
import { type ListeningServer, listenAlso } from '../../../local-server/listen.js'
import type { PhoneLinks } from '../../messages.js'
import { PAIR_PARAMETER } from '../../pairing-page.js'

export interface PhoneAccessOptions {
  /** The shell's server first, whose port the links have. */
  readonly servers: readonly [shell: ListeningServer, bundle: ListeningServer]
  /** The addresses of this machine at which it listens already, the most likely first. */
  readonly open: readonly string[]
  /** All addresses of this machine that a phone may reach, the most likely first. */
  readonly find: () => readonly string[]
  /** The names that browsers may use for this machine: an address is added once it is listened at. */
  readonly allowedHosts: string[]
  /** The pairing code. */
  readonly code: string
}

/** The way in for phones: open from the start with `--host`, or once the developer asks for it. */
export class PhoneAccess {
  readonly #options: PhoneAccessOptions
  #addresses: readonly string[]
  #opening: Promise<PhoneLinks> | null = null
  readonly #stops: (() => Promise<void>)[] = []

  constructor(options: PhoneAccessOptions) {
    this.#options = options
    this.#addresses = options.open
  }

  /** The links for phones; null if only this machine can connect. */
  get links(): PhoneLinks | null {
    const { servers, code } = this.#options
    if (this.#addresses.length === 0) return null
    return {
      urls: this.#addresses.map(
        (address) => `http://${address}:${servers[0].port}/?${PAIR_PARAMETER}=${code}`,
      ),
    }
  }

  /**
   * Lets phones on this machine's networks connect, with the pairing code. A second call changes nothing.
   * @throws {Failure} that says why no phone could connect
   */
  async open(): Promise<PhoneLinks> {
    if (this.links !== null) return this.links
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null
    })
    return await this.#opening
  }

  async #open(): Promise<PhoneLinks> {
    const { servers, find, allowedHosts } = this.#options
    const opened: string[] = []
    let refusal: unknown = new Failure(
      'refused',
      'This machine has no network address that a phone could reach.',
      'Connect it to the network of the phone, and try again.',
    )
    for (const address of find()) {
      try {
        for (const server of servers) this.#stops.push((await listenAlso(server, address)).stop)
        allowedHosts.push(address)
        opened.push(address)
      } catch (error) {
        refusal = error
      }
    }
    this.#addresses = opened
    const { links } = this
    if (links === null) throw refusal
    return links
  }

  /** Stops listening at the addresses that were opened later. */
  async stop(): Promise<void> {
    await Promise.all(this.#stops.splice(0).map((stop) => stop()))
  }
}
