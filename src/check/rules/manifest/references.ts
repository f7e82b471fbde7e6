import { DEFAULT_ENTRY } from '../../../platform/manifest.js'
import { isRefusedPath } from '../../facts/bundle/refused-paths.js'
import type { BundleFacts } from '../../facts/file-summary.js'
import { inManifest } from '../../facts/manifest/manifest.js'
import { fieldName, type ManifestPath, valueAt } from '../../facts/manifest/path.js'
import type { BundleRule, Finding, RuleText } from '../../rule.js'

/**
 * A rule about files that the manifest names.
 * @param namesOf the fields that name one, with their values
 */
const referenceRule = (
  text: Pick<RuleText, 'id' | 'impact' | 'breach' | 'why' | 'remedy'>,
  namesOf: (facts: BundleFacts) => readonly (readonly [ManifestPath, unknown])[],
): BundleRule => ({
  ...text,
  level: 'error',
  section: '2.2',
  check: (facts) =>
    namesOf(facts).flatMap(([path, name]) => (typeof name === 'string' ? missing(facts, path, name) : [])),
})

/** The finding that a path in the manifest names no file of the bundle; says what is nearly named so. */
const missing = (
  { bundle, files, manifest }: BundleFacts,
  path: ManifestPath,
  target: string,
): readonly Finding[] => {
  if (files.has(target) || isRefusedPath(target, bundle)) return []
  const plain = target.replace(/^(\.?\/)+/, '').toLowerCase()
  const near = [...files.keys()].find((file) => file.toLowerCase() === plain)
  return [
    {
      ...inManifest(manifest, path),
      message: `${fieldName(path)} is ${JSON.stringify(target)}, which is not in the bundle.`,
      fix: near === undefined ? `Add ${target}, or correct the path.` : `Write "${near}".`,
    },
  ]
}

export const MANIFEST_REFERENCE_RULES: readonly BundleRule[] = [
  referenceRule(
    {
      id: 'manifest/entry-not-found',
      impact: 'breaks',
      breach: 'The entry page is not in the bundle.',
      why: 'The host opens the entry page to start the app.',
      remedy:
        'Add the page, or correct `entry`: write the path as in the zip, without ./ and in the same letter case.',
    },
    ({ manifest: { state, value } }) =>
      state === 'read' ? [[['entry'], valueAt(value, ['entry']) ?? DEFAULT_ENTRY]] : [],
  ),
  referenceRule(
    {
      id: 'manifest/icon-not-found',
      impact: null,
      breach: 'The icon is not in the bundle.',
      why: 'The listing and the payment sheet show the icon.',
      remedy:
        'Add the image, or correct `icon`: write the path as in the zip, without ./ and in the same letter case.',
    },
    ({ manifest: { value } }) => [[['icon'], valueAt(value, ['icon'])]],
  ),
  referenceRule(
    {
      id: 'manifest/screenshot-not-found',
      impact: null,
      breach: 'A screenshot is not in the bundle.',
      why: 'The listing shows the screenshots.',
      remedy:
        'Add the image, or correct its path: write it as in the zip, without ./ and in the same letter case.',
    },
    ({ manifest: { value } }) => {
      const list = valueAt(value, ['screenshots'])
      return Array.isArray(list) ? list.map((path, index) => [['screenshots', index], path]) : []
    },
  ),
]
