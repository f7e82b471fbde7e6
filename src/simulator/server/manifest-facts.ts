import type { HostedApp } from '../../host/hosted-app.js'

/** What the simulator runs an app by. */
export interface ManifestFacts {
  readonly app: HostedApp
  readonly entry: string
  readonly icon: string | null
  readonly orientation: 'portrait' | 'landscape' | 'any'
}

/** An App ID (2.1). */
const APP_ID_PATTERN = /^ma_[a-z2-7]{10}$/
/** `MAJOR.MINOR.PATCH` (2.2). */
const VERSION_PATTERN = /^(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})$/
const DEFAULT_ENTRY = 'index.html'

/**
 * Reads what can be read of a manifest, field by field: an app that is not ready to be uploaded runs all the same, while the
 * problems say what is missing. A field that is missing or wrong counts as the platform's default or, where there is none, as
 * a stand-in.
 * @returns null where it is no JSON object at all
 */
export const readManifestFacts = (bytes: Uint8Array): ManifestFacts | null => {
  let manifest: unknown
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
  if (!isRecord(manifest)) return null
  const access = isRecord(manifest['access']) ? manifest['access']['type'] : undefined
  return {
    app: {
      id: textMatching(manifest['app_id'], APP_ID_PATTERN) ?? STAND_IN_APP_ID,
      version: textMatching(manifest['version'], VERSION_PATTERN) ?? STAND_IN_VERSION,
      name: textMatching(manifest['name'], /\S/) ?? 'Mini app',
      access: { type: access === 'one_time' || access === 'pass_30d' ? access : 'free' },
      capabilities: {},
    },
    entry: textMatching(manifest['entry'], /\.html?$/i) ?? DEFAULT_ENTRY,
    icon: textMatching(manifest['icon'], /./),
    orientation:
      manifest['orientation'] === 'portrait' || manifest['orientation'] === 'landscape'
        ? manifest['orientation']
        : 'any',
  }
}

/** Stand-ins for a manifest that has none yet, in the forms that the platform gives them. */
const STAND_IN_APP_ID = 'ma_aaaaaaaaaa'
const STAND_IN_VERSION = '0.0.0'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textMatching = (value: unknown, pattern: RegExp): string | null =>
  typeof value === 'string' && pattern.test(value) ? value : null
