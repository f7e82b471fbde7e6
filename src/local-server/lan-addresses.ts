import { networkInterfaces } from 'node:os'

/** This machine's IPv4 addresses on its networks, by which a phone beside it finds it; the likeliest first. */
export const lanAddresses = (interfaces = networkInterfaces()): string[] =>
  Object.entries(interfaces)
    .flatMap(([name, addresses]) => (addresses ?? []).map((address) => ({ name, ...address })))
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ address }) => address)

/** Networks within this machine, of containers, virtual machines and tunnels: no phone is in them. */
const WITHIN =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|lxc|lxd|cni|flannel|utun|tun|tap|wg|tailscale|zt)/i

const rank = ({ name, address }: { readonly name: string; readonly address: string }): number =>
  // 169.254 is what a machine gives itself where nobody gave it an address.
  (WITHIN.test(name) ? 2 : 0) + (address.startsWith('169.254.') ? 1 : 0)
