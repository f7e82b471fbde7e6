import { type Bundle, NO_BUILD, NO_MANIFEST } from '../../../bundle/bundle.js'
import { CREATE_MANIFEST } from '../../../bundle/locate.js'
import { comparePaths } from '../../../bundle/paths.js'
import { formatNumber } from '../../../terminal/units.js'
import { isRefusedPath } from '../../facts/bundle/refused-paths.js'
import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import type { BundleRule } from '../../rule.js'

export const missing: BundleRule = {
  id: 'manifest/missing',
  level: 'error',
  impact: null,
  section: '2.9',
  breach: 'The bundle has no manifest.json at its root.',
  why: 'The service looks for `manifest.json`, spelled exactly like this, at the root of the zip.',
  remedy: "Put manifest.json at the root: zip the folder's contents, not the folder.",
  check: ({ bundle, manifest }) => {
    if (manifest.state !== 'missing') return []
    // A manifest that was refused is already reported.
    if (isRefusedPath(MANIFEST_PATH, bundle)) return []
    const wrapped = bundle.kind === 'zip' ? wrappingFolder(bundle.files.map(({ path }) => path)) : null
    if (wrapped !== null)
      return [
        {
          file: `${wrapped}/${MANIFEST_PATH}`,
          message: `All files of the zip are in the folder ${wrapped}/; manifest.json must be at the root of the zip.`,
          fix: "Zip the folder's contents, not the folder.",
        },
      ]
    const looked = bundle.faults.find(({ kind }) => kind === NO_MANIFEST || kind === NO_BUILD)
    if (looked?.kind === NO_BUILD)
      return [{ file: MANIFEST_PATH, message: looked.detail, fix: looked.fix ?? ADD_IT }]
    const twin = bundle.files.find(({ path }) => path.toLowerCase() === MANIFEST_PATH)
    if (twin !== undefined)
      return [
        {
          file: twin.path,
          message: `The manifest is named ${twin.path}; it must be exactly manifest.json.`,
          fix: 'Rename it to manifest.json.',
        },
      ]
    const [nearest, ...others] = manifestsBelow(bundle)
    if (nearest !== undefined)
      return [
        {
          file: `${nearest}/${MANIFEST_PATH}`,
          message: `There is no manifest.json at the root of the bundle; there is one in ${listed([nearest, ...others])}.`,
          fix:
            bundle.kind === 'zip'
              ? `Zip the contents of ${nearest}, with manifest.json at the root.`
              : `Use that folder: ${nearestPath(bundle.path, nearest)}.`,
        },
      ]
    return [
      {
        file: MANIFEST_PATH,
        message: looked?.detail ?? 'There is no manifest.json at the root of the bundle.',
        fix: looked?.fix ?? ADD_IT,
      },
    ]
  },
}

const ADD_IT = `Create it with \`${CREATE_MANIFEST}\`; it must be at the root of the bundle.`

const listed = (folders: readonly string[]): string => {
  const more = folders.length - MOST_NAMED
  return more <= 0
    ? folders.join(', ')
    : `${folders.slice(0, MOST_NAMED).join(', ')} and ${formatNumber(more)} more`
}

/** So many folders with a manifest are named. */
const MOST_NAMED = 4

/** The folders of a bundle that hold a manifest, the outermost first. */
const manifestsBelow = ({ files }: Bundle): readonly string[] =>
  files
    .filter(({ path }) => path.endsWith(`/${MANIFEST_PATH}`))
    .map(({ path }) => path.slice(0, -MANIFEST_PATH.length - 1))
    .sort((a, b) => a.split('/').length - b.split('/').length || comparePaths(a, b))

const nearestPath = (path: string, below: string): string =>
  path === '.' ? below : `${path.replace(/[\\/]+$/, '')}/${below}`

/** The single top folder that holds everything, its manifest included; null where there is none. */
export const wrappingFolder = (paths: readonly string[]): string | null => {
  const folder = paths[0]?.split('/', 1)[0]
  if (folder === undefined || !paths.includes(`${folder}/${MANIFEST_PATH}`)) return null
  return paths.every((path) => path.startsWith(`${folder}/`)) ? folder : null
}
