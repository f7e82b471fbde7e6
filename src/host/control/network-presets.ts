import { isSame } from '../../platform/plain-objects.js'
import type { Network, NetworkChange } from './network.js'

/** The networks that a developer can choose by name. */
export const NETWORK_NAMES = ['perfect', 'wifi', '4g', 'train', 'airport'] as const
export type NetworkName = (typeof NETWORK_NAMES)[number]

/**
 * What each named network sets: everything but `offline` and `seed`. The values are typical for phones: at home, outside with
 * good reception, in a train that passes tunnels, and in a Wi-Fi that many share.
 */
export const NETWORK_PRESETS = {
  perfect: { latency: 0, jitter: 0, loss: 0, up: null, burst: null, stalls: null },
  wifi: { latency: 8, jitter: 6, loss: 0.002, up: null, burst: null, stalls: null },
  '4g': {
    latency: 30,
    jitter: 15,
    loss: 0.005,
    up: { latency: 45, jitter: 25, loss: 0.01 },
    burst: 2,
    stalls: null,
  },
  train: {
    latency: 90,
    jitter: 70,
    loss: 0.03,
    up: { latency: 120, jitter: 90, loss: 0.04 },
    burst: 6,
    stalls: { every: 30_000, for: 4_000 },
  },
  airport: {
    latency: 180,
    jitter: 140,
    loss: 0.05,
    up: { latency: 260, jitter: 200, loss: 0.08 },
    burst: 4,
    stalls: { every: 12_000, for: 1_000 },
  },
} as const satisfies Record<NetworkName, NetworkChange>

/** The named network that a network is; null if it is none of them. */
export const networkNameOf = ({ latency, jitter, loss, up, burst, stalls }: Network): NetworkName | null => {
  const isAlike = up === undefined || isSame(up, { latency, jitter, loss })
  const given = {
    latency,
    jitter,
    loss,
    up: isAlike ? null : up,
    burst: burst ?? null,
    stalls: stalls ?? null,
  }
  return NETWORK_NAMES.find((name) => isSame(given, NETWORK_PRESETS[name])) ?? null
}
