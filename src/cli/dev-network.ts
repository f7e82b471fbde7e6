import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { InvalidArgumentError, Option } from 'commander'
import { lanAddresses } from '../local-server/lan-addresses.js'

/** `--host`: without an address, every one that this machine has. */
export const hostOption = (): Option =>
  new Option(
    '--host [address]',
    'let phones on the same network in: listen on this address, or on all of this machine',
  )
    .default(LOOPBACK)
    .preset(EVERY_ADDRESS)
    .argParser(readHost)

const LOOPBACK = '127.0.0.1'
const EVERY_ADDRESS = '0.0.0.0'

const readHost = (text: string): string => {
  const own = hostname()
  if (isIP(text) !== 0 || ['localhost', own, `${own}.local`].includes(text)) return text
  throw new InvalidArgumentError(
    `Give an address of this machine, such as 0.0.0.0. To run the app in ${text}, write: miniapp dev ${text} --host`,
  )
}

/** How a simulator that listens on an address is reached. */
export interface DevNetwork {
  /** Whether other machines can reach it. */
  readonly open: boolean
  /** The host in the address that is printed: what a browser on this machine reaches. */
  readonly urlHost: string
  /** The names by which browsers may know this machine beside the loopback ones, in lower case. */
  readonly hostNames: readonly string[]
  /** The addresses by which a phone finds this machine, the likeliest first. */
  readonly phoneAddresses: readonly string[]
}

/**
 * @param host the address to listen on
 * @param addresses this machine's on its networks, the likeliest first
 */
export const devNetwork = (host: string, addresses: readonly string[] = lanAddresses()): DevNetwork => {
  if (isLoopback(host)) return { open: false, urlHost: 'localhost', hostNames: [], phoneAddresses: [] }
  if (!isAny(host)) {
    const own = (host.includes(':') ? `[${host}]` : host).toLowerCase()
    return { open: true, urlHost: own, hostNames: [own], phoneAddresses: [own] }
  }
  return {
    open: true,
    urlHost: 'localhost',
    hostNames: [...addresses, hostname(), `${hostname()}.local`].map((name) => name.toLowerCase()),
    phoneAddresses: addresses,
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

const isAny = (host: string): boolean => host === EVERY_ADDRESS || host === '::'
