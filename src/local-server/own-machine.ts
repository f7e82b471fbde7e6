import { networkInterfaces } from 'node:os'

/** The two addresses of a connection; a socket has them until it closes. */
export interface Ends {
  readonly remoteAddress?: string | undefined
  readonly localAddress?: string | undefined
}

/** Whether the peer of a connection is on this machine. Its addresses decide; a Host header could be forged. */
export const isOnOwnMachine = ({ remoteAddress, localAddress }: Ends): boolean => {
  const remote = plainAddress(remoteAddress)
  return remote !== null && (isLoopback(remote) || remote === plainAddress(localAddress))
}

/** A normalised address: an IPv4 address from an IPv6 socket becomes the plain IPv4 address. */
export const plainAddress = (address: string | undefined): string | null =>
  address === undefined ? null : address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** This machine's IPv4 network addresses, at which a nearby phone can reach it; the most likely first. */
export const lanAddresses = (interfaces = networkInterfaces()): string[] =>
  Object.entries(interfaces)
    .flatMap(([name, addresses]) => (addresses ?? []).map((address) => ({ name, ...address })))
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ address }) => address)

/** Networks of containers, virtual machines and tunnels, which no phone can reach. */
const WITHIN =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|lxc|lxd|cni|flannel|utun|tun|tap|wg|tailscale|zt)/i

const rank = ({ name, address }: { readonly name: string; readonly address: string }): number =>
  // 169.254 is self-assigned when there is no DHCP server.
  (WITHIN.test(name) ? 2 : 0) + (address.startsWith('169.254.') ? 1 : 0)
