import type { DeclaredCapability, HostedApp } from '../../../host/hosted-app.js'
import { CAPABILITIES, type Capability } from '../../../platform/features.js'
import { DEFAULT_ENTRY, type Manifest, manifestSchema } from '../../../platform/manifest.js'

/** What the simulator runs an app by. */
export interface ManifestFacts {
  readonly app: HostedApp
  /** What the app's page says of it; empty where the manifest says nothing. */
  readonly summary: string
  readonly entry: string
  readonly icon: string | null
  readonly orientation: 'portrait' | 'landscape' | 'any'
}

/**
 * Reads what can be read of a manifest, field by field: an app that is not ready to be uploaded runs all the same,
 * while the problems say what is missing. A field that is missing or wrong counts as the platform's default or, where
 * there is none, as a stand-in.
 * @returns null where it is no JSON object at all
 */
export const readManifestFacts = (bytes: Uint8Array): ManifestFacts | null => {
  let manifest: unknown
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return null
  }
  if (!isRecord(manifest)) return null
  const field = <Name extends keyof Manifest>(name: Name): Manifest[Name] | undefined =>
    manifestSchema.shape[name].safeParse(manifest[name]).data as Manifest[Name] | undefined
  return {
    app: {
      id: field('app_id') ?? STAND_IN_APP_ID,
      version: field('version') ?? STAND_IN_VERSION,
      name: field('name') ?? STAND_IN_NAME,
      access: field('access') ?? { type: 'free' },
      products: field('products') ?? [],
      // Whoever forgot a rating is not kept from trying the app.
      ageRating: field('age_rating') ?? '4+',
      requires: field('requires') ?? [],
      capabilities: declaredCapabilities(field('capabilities')),
    },
    summary: field('summary') ?? '',
    entry: field('entry') ?? DEFAULT_ENTRY,
    icon: field('icon') ?? null,
    orientation: field('orientation') ?? 'any',
  }
}

/** Stand-ins for a manifest that has none yet, in the forms that the platform gives them. */
const STAND_IN_APP_ID = 'ma_aaaaaaaaaa'
const STAND_IN_VERSION = '0.0.0'
const STAND_IN_NAME = 'Mini app'

const declaredCapabilities = (
  declared: Manifest['capabilities'],
): Partial<Record<Capability, DeclaredCapability>> => {
  const capabilities: Partial<Record<Capability, DeclaredCapability>> = {}
  for (const name of CAPABILITIES) {
    const capability = declared?.[name]
    if (capability === undefined) continue
    capabilities[name] = {
      version: capability.version,
      purpose: capability.purpose,
      tools: 'tools' in capability ? (capability.tools ?? []) : [],
    }
  }
  return capabilities
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
