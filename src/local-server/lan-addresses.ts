import { networkInterfaces } from 'node:os'

/** This machine's IPv4 addresses on its networks, by which a phone beside it finds it. */
export const lanAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
