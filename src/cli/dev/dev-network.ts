import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { InvalidArgumentError, Option } from 'commander'
import { lanAddresses } from '../../local-server/own-machine.js'

/** `--host`: without an address, listens on all addresses of this machine. */
export const hostOption = (): Option =>
  new Option(
    '--host [address]',
    'let phones on the same network connect: listen on this address, or on all addresses if none is given',
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
    `Give an address of this machine, such as 0.0.0.0. To run the app in ${text}, use: miniapp dev ${text} --host`,
  )
}

/** How to reach a simulator that listens on an address. */
export interface DevNetwork {
  /** Whether other machines can reach it. */
  readonly open: boolean
  /** The host in the printed URL: what a browser on this machine can reach. */
  readonly urlHost: string
  /** Host names of this machine besides the loopback ones, in lower case. */
  readonly hostNames: readonly string[]
  /** The addresses at which a phone can reach this machine, the most likely first. */
  readonly phoneAddresses: readonly string[]
}

/**
 * *
 * @param host the address to listen on
 * @param addresses this machine's network addresses, the most likely first
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
