import { compareVersions } from '../../../platform/versions.js'
import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { inManifest } from './in-manifest.js'

export const notHigher: BundleRule = {
  id: 'manifest/not-higher',
  level: 'error',
  impact: null,
  section: '9',
  breach: 'The version is not higher than the one given with --after.',
  why: 'Every upload must have a higher version than every earlier upload.',
  remedy: 'Raise the version, for example with `miniapp pack --bump patch`.',
  check: ({ manifest, after }) => {
    const version = valueAt(manifest.value, ['version'])
    if (after === null || typeof version !== 'string') return []
    const order = compareVersions(version, after)
    if (order === null || order > 0) return []
    return [
      {
        file: MANIFEST_PATH,
        ...inManifest(manifest, ['version']),
        message: `version is ${version}; it must be higher than ${after}.`,
        fix: `Raise the version above ${after}.`,
      },
    ]
  },
}
