/** The two addresses of a connection; a socket has them until it is gone. */
export interface Ends {
  readonly remoteAddress?: string | undefined
  readonly localAddress?: string | undefined
}

/**
 * Whether whoever is at the other end of a connection is on this very machine. The addresses of the connection say so; a
 * Host header could be made up.
 */
export const isOnOwnMachine = ({ remoteAddress, localAddress }: Ends): boolean => {
  const remote = plainAddress(remoteAddress)
  return remote !== null && (isLoopback(remote) || remote === plainAddress(localAddress))
}

/** An address in one spelling: an IPv4 address that came through an IPv6 socket is that IPv4 address. */
export const plainAddress = (address: string | undefined): string | null =>
  address === undefined ? null : address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')
