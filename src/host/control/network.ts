import { withoutUndefined } from '../../platform/plain-objects.js'

/** How messages fare on one way, from the app or to it. */
export interface NetworkWay {
  /** Milliseconds added to every message. */
  readonly latency: number
  /** Milliseconds by which the latency varies. */
  readonly jitter: number
  /** The share of match messages that are lost, 0 to 1. */
  readonly loss: number
}

/** Regular pauses, in which nothing arrives. What was sent in one arrives at its end. */
export interface NetworkStalls {
  /** Milliseconds from the start of one pause to the start of the next. */
  readonly every: number
  /** How long a pause takes, in milliseconds. */
  readonly for: number
}

/** A seat's network: its switch `network`. Latency, jitter and loss apply to both ways unless `up` has others. */
export interface Network extends NetworkWay {
  readonly offline: boolean
  readonly seed: number
  /** The way from the app, if it differs. */
  readonly up?: NetworkWay
  /** How many messages are lost in a row on average. Default 1: each for itself. */
  readonly burst?: number
  readonly stalls?: NetworkStalls
}

/** A change of a network. Null removes what is optional. */
export type NetworkChange = Changes<NetworkWay> & {
  readonly offline?: boolean | undefined
  readonly seed?: number | undefined
  readonly up?: Changes<NetworkWay> | null | undefined
  readonly burst?: number | null | undefined
  readonly stalls?: NetworkStalls | null | undefined
}

type Changes<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

/** One of both ways. */
export const wayOf = (network: Network, direction: 'up' | 'down'): NetworkWay =>
  direction === 'up' ? (network.up ?? network) : network

/** A network after a change. Parts of `up` that were never set are as on the way down. */
export const withNetworkChange = (network: Network, change: NetworkChange): Network => {
  const { up, burst, stalls, ...rest } = { ...network, ...withoutUndefined(change) }
  const { latency, jitter, loss } = network
  return {
    ...rest,
    ...(up === undefined || up === null
      ? {}
      : { up: { latency, jitter, loss, ...network.up, ...withoutUndefined(up) } }),
    ...(burst === undefined || burst === null || burst === 1 ? {} : { burst }),
    ...(stalls === undefined || stalls === null ? {} : { stalls }),
  }
}
