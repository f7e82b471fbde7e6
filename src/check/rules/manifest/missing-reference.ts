import { isRefusedPath } from '../../facts/bundle/refused-paths.js'
import type { BundleFacts } from '../../facts/bundle-facts.js'
import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { fieldName, type ManifestPath } from '../../facts/manifest/path.js'
import type { Finding } from '../../rule.js'
import { inManifest } from './in-manifest.js'

/** The finding that a path in the manifest names no file of the bundle; says what is nearly named so. */
export const missingReference = (
  { bundle, files, manifest }: BundleFacts,
  path: ManifestPath,
  target: string,
): readonly Finding[] => {
  if (files.has(target) || isRefusedPath(target, bundle)) return []
  const plain = target.replace(/^(\.?\/)+/, '').toLowerCase()
  const near = [...files.keys()].find((file) => file.toLowerCase() === plain)
  return [
    {
      file: MANIFEST_PATH,
      ...inManifest(manifest, path),
      message: `${fieldName(path)} is ${JSON.stringify(target)}, which is not in the bundle.`,
      fix: near === undefined ? `Add ${target}, or correct the path.` : `Write "${near}".`,
    },
  ]
}
