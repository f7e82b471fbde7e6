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
