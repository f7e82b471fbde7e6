import type { ManifestFacts } from '../../facts/manifest/manifest.js'
import { type ManifestPath, pointerOf } from '../../facts/manifest/path.js'
import type { Finding } from '../../rule.js'

/** Where a finding in the manifest points. */
export const inManifest = (
  { tree }: ManifestFacts,
  path: ManifestPath,
  at: 'key' | 'value' = 'value',
): Pick<Finding, 'line' | 'column' | 'pointer'> => {
  const place = at === 'key' ? tree?.placeOfKey(path) : tree?.placeOf(path)
  return { line: place?.line ?? null, column: place?.column ?? null, pointer: pointerOf(path) }
}
