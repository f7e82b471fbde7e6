import { MANIFEST_PATH } from '../../facts/manifest.js'
import { wrappingFolder } from '../../facts/wrapping-folder.js'
import type { BundleRule } from '../../rule.js'

export const missing: BundleRule = {
  id: 'manifest/missing',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The bundle has no manifest.json at its root.',
  why: 'The service looks for a file at exactly `manifest.json`, in this spelling, at the root of the zip.',
  mend: "Put manifest.json at the root: zip the folder's contents, not the folder.",
  check: ({ bundle, manifest }) => {
    if (manifest.state !== 'missing') return []
    // A zip that could not be read, or whose manifest is refused for itself, has been told of.
    if (bundle.faults.some(({ path, kind }) => path === MANIFEST_PATH || UNREAD.has(kind))) return []
    if (bundle.files.length === 0 && bundle.faults.some(({ path }) => path === null)) return []
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

const UNREAD: ReadonlySet<string> = new Set(['not-a-zip', 'too-large'])
