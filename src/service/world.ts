import type { ServiceClock } from './clock.js'
import type { Faults } from './faults/faults.js'
import type { MiniApps } from './miniapps/mini-apps.js'
import type { VersionFiles } from './miniapps/version-files.js'
import type { MediaFiles, WorldFiles } from './records/media-files.js'
import type { ServiceStore } from './records/store.js'
import type { ServiceRuns } from './runs/service-runs.js'

/** The service's dependencies: records, time, randomness, and a listener for events. */
export interface World {
  readonly store: ServiceStore
  readonly files: WorldFiles
  readonly media: MediaFiles
  readonly miniApps: MiniApps
  readonly versionFiles: VersionFiles
  readonly runs: ServiceRuns
  readonly clock: ServiceClock
  /** The clock's time: milliseconds since 1970. */
  readonly now: () => number
  /** Returns this many random bytes. */
  readonly random: (bytes: number) => Uint8Array
  /** Resolves after a delay in milliseconds. */
  readonly delay: (milliseconds: number) => Promise<void>
  readonly faults: Faults
  /** When each app last used the API (5.1), by client ID; saved once a minute, to avoid a disk write per request. */
  readonly lastUsedAt: Map<string, number>
  /** How long an access token is good, in seconds. */
  readonly tokenLifetimeSeconds: number
  /** The address of a simulator that runs beside the service, for its home page; null without one. */
  readonly simulatorUrl: string | null
  /** What programs send to the control API. */
  readonly controlToken: string
  readonly log: (event: ServiceEvent) => void
}

/**
 * An event for the operator of the service. Its texts are untrusted and must be made safe before they are
 * shown.
 */
export type ServiceEvent =
  | { readonly event: 'code-requested'; readonly app: string; readonly scopes: readonly string[] }
  | { readonly event: 'connected'; readonly app: string; readonly scopes: readonly string[] }
  | { readonly event: 'disconnected'; readonly app: string }
  | { readonly event: 'narrowed'; readonly app: string; readonly off: readonly string[] }
  | { readonly event: 'paused'; readonly paused: boolean }
  | { readonly event: 'denied'; readonly app: string }
  | {
      readonly event: 'refused'
      readonly operation: string
      readonly status: number
      readonly reason: string
    }
  | {
      readonly event: 'unknown-fields'
      readonly operation: string
      readonly app: string
      readonly fields: readonly string[]
    }
  | { readonly event: 'fault'; readonly fault: string; readonly path: string }
  | { readonly event: 'read'; readonly operation: string; readonly app: string }
  | {
      readonly event: 'uploaded'
      readonly app: string
      readonly id: string
      readonly type: string
      readonly bytes: number
    }
  | { readonly event: 'story'; readonly app: string; readonly id: string; readonly type: string }
  | {
      readonly event: 'opened'
      readonly app: string
      readonly version: string
      readonly member: string
      readonly test: boolean
    }
  | {
      readonly event: 'shared'
      readonly to: 'story' | 'post' | 'chat'
      readonly app: string
      readonly member: string
    }
  /** Saved data that could not be used. */
  | { readonly event: 'set-aside'; readonly words: string }
  | { readonly event: 'posted'; readonly app: string; readonly id: string; readonly rating: string }
