import type { AgeRating } from '../platform/ages.js'
import type { Capability, RequirableFeature } from '../platform/features.js'
import type { Product } from '../platform/manifest.js'

/** What the host needs to know about an app, from the manifest of the running version (2.2 to 2.4). */
export interface HostedApp {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly access: HostedAccess
  readonly products: readonly Product[]
  readonly ageRating: AgeRating
  /** The features that the app cannot work without (2.2). */
  readonly requires: readonly RequirableFeature[]
  /** The declared AI capabilities (2.4). */
  readonly capabilities: Partial<Record<Capability, DeclaredCapability>>
}

/** How a person gets access (2.3). */
type HostedAccess =
  | { readonly type: 'free' }
  | {
      readonly type: 'one_time' | 'pass_30d'
      /** Credits, as a decimal string. */
      readonly price: string
      readonly statement: string
    }

export interface DeclaredCapability {
  /** The lowest version that the app needs. */
  readonly version: number
  /** What the app uses it for, in its own words. */
  readonly purpose: string
  readonly tools: readonly string[]
  /** The tools of these that an admin granted (3.1); absent in a test run, which may use all of them. */
  readonly grantedTools?: readonly string[]
}
