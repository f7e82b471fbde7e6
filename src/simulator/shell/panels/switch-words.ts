import { type Network, type NetworkWay, wayOf } from '../../../host/control/network.js'
import type { NetworkName } from '../../../host/control/network-presets.js'
import type { Switches } from '../../../host/control/switches.js'
import { DEFAULT_SWITCHES } from '../../../host/control/switches.js'
import { PERSON_WORDS } from '../../../platform/ages.js'

export const PLATFORM_WORDS = { web: 'Web', ios: 'iOS', android: 'Android' } as const satisfies Record<
  Switches['platform'],
  string
>

export const NETWORK_WORDS = {
  perfect: 'Perfect',
  wifi: 'Wi-Fi',
  '4g': '4G',
  train: 'Train',
  airport: 'Airport',
} as const satisfies Record<NetworkName, string>

/** Latency and loss, if there are any: `90 ms`, or `90/120 ms` if the way from the app differs. */
const describeNetwork = (network: Network): readonly string[] => {
  const [down, up] = [wayOf(network, 'down'), wayOf(network, 'up')]
  const both = (read: (way: NetworkWay) => number): string => [...new Set([read(down), read(up)])].join('/')
  return [
    down.latency + up.latency === 0 ? '' : `${both(({ latency }) => latency)} ms`,
    down.loss + up.loss === 0 ? '' : `${both(({ loss }) => Number((loss * 100).toFixed(1)))}% lost`,
  ].filter((words) => words !== '')
}

/** A short description of a seat: how its user and device differ from the defaults. */
export const describeSeat = (switches: Switches): string =>
  [
    switches.person === DEFAULT_SWITCHES.person ? null : PERSON_WORDS[switches.person],
    switches.platform === DEFAULT_SWITCHES.platform ? null : PLATFORM_WORDS[switches.platform],
    switches.theme === DEFAULT_SWITCHES.theme ? null : switches.theme,
    switches.locale === DEFAULT_SWITCHES.locale ? null : switches.locale,
    switches.visible ? null : 'away',
    switches.network.offline ? 'offline' : null,
    ...describeNetwork(switches.network),
  ]
    .filter((word) => word !== null)
    .join(' · ')
