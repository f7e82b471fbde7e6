import type { DeclaredCapability, HostedApp } from '../../../host/hosted-app.js'
import { CAPABILITIES, type Capability } from '../../../platform/features.js'
import { DEFAULT_ENTRY, type Manifest, manifestSchema } from '../../../platform/manifest.js'
import { isJsonObject } from '../../../platform/text.js'

/** What the simulator needs to run an app. */
export interface ManifestFacts {
  readonly app: HostedApp
  /** The app's summary; empty if the manifest has none. */
  readonly summary: string
  readonly entry: string
  readonly icon: string | null
  readonly orientation: 'portrait' | 'landscape' | 'any'
}

/**
 * Reads the valid fields of a manifest, so that an app that is not ready for upload still runs. The check reports what is
 * missing. A missing or invalid field gets the platform's default or, if there is none, a placeholder.
 * @returns null if the manifest is not a JSON object
 */
export const readManifestFacts = (bytes: Uint8Array): ManifestFacts | null => {
  let manifest: unknown
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return null
  }
  if (!isJsonObject(manifest)) return null
  const field = <Name extends keyof Manifest>(name: Name): Manifest[Name] | undefined =>
    manifestSchema.shape[name].safeParse(manifest[name]).data as Manifest[Name] | undefined
  return {
    app: {
      id: field('app_id') ?? PLACEHOLDER_APP_ID,
      version: field('version') ?? PLACEHOLDER_VERSION,
      name: field('name') ?? PLACEHOLDER_NAME,
      access: field('access') ?? { type: 'free' },
      products: field('products') ?? [],
      // An app without a rating can still be tried.
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

/** Placeholders in the platform's format, for a manifest without them. */
const PLACEHOLDER_APP_ID = 'ma_aaaaaaaaaa'
const PLACEHOLDER_VERSION = '0.0.0'
const PLACEHOLDER_NAME = 'Mini app'

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
