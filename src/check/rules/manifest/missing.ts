import { MANIFEST_PATH } from '../../facts/manifest.js'
import { isRefusedPath } from '../../facts/refused-paths.js'
import { wrappingFolder } from '../../facts/wrapping-folder.js'
import type { BundleRule } from '../../rule.js'

export const missing: BundleRule = {
  id: 'manifest/missing',
  level: 'error',
  section: '2.9',
  breach: 'The bundle has no manifest.json at its root.',
  why: 'The service looks for a file at exactly `manifest.json`, in this spelling, at the root of the zip.',
  mend: "Put manifest.json at the root: zip the folder's contents, not the folder.",
  check: ({ bundle, manifest }) => {
    if (manifest.state !== 'missing') return []
    // A manifest that is refused for itself was told of.
    if (isRefusedPath(MANIFEST_PATH, bundle)) return []
    const wrapped = bundle.kind === 'zip' ? wrappingFolder(bundle.files.map(({ path }) => path)) : null
    if (wrapped !== null)
      return [
        {
          file: `${wrapped}/${MANIFEST_PATH}`,
          message: `The zip holds everything in the folder ${wrapped}/; manifest.json must be at the root of the zip.`,
          fix: "Zip the folder's contents, not the folder.",
        },
      ]
    const twin = bundle.files.find(({ path }) => path.toLowerCase() === MANIFEST_PATH)
    return [
      {
        file: twin?.path ?? MANIFEST_PATH,
        message:
          twin === undefined
            ? 'There is no manifest.json at the root of the bundle.'
            : `The manifest is named ${twin.path}; it must be exactly manifest.json.`,
        fix: twin === undefined ? 'Add manifest.json at the root.' : 'Rename it to manifest.json.',
      },
    ]
  },
}
