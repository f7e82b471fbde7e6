import { applyEdits, modify } from 'jsonc-parser'
import type { Bundle } from '../bundle/bundle.js'
import { MANIFEST_PATH, parseManifest } from '../check/facts/manifest/manifest.js'
import { valueAt } from '../check/facts/manifest/path.js'
import { Failure } from '../failure.js'
import { bumpVersion } from '../platform/versions.js'

const BUMPS = ['patch', 'minor', 'major'] as const
export type Bump = (typeof BUMPS)[number]

/** A bundle whose manifest has a higher version, and that manifest; its formatting is kept. Nothing is written. */
export const bumped = async (
  bundle: Bundle,
  part: Bump,
): Promise<{ readonly bundle: Bundle; readonly manifest: Uint8Array; readonly old: Uint8Array }> => {
  const old = await bundle.read(MANIFEST_PATH)
  const { value, text, byteOrderMark } = parseManifest(old)
  const version = valueAt(value, ['version'])
  const next = typeof version === 'string' ? bumpVersion(version, part) : null
  if (text === null || next === null)
    throw new Failure(
      'refused',
      `The version in ${MANIFEST_PATH} cannot be raised: it is not MAJOR.MINOR.PATCH.`,
      'Correct it first. miniapp check shows the position.',
    )
  const edited = applyEdits(text, modify(text, ['version'], next, {}))
  const manifest = Buffer.from(byteOrderMark ? `\ufeff${edited}` : edited)
  return {
    manifest,
    old,
    bundle: {
      ...bundle,
      files: bundle.files.map((file) =>
        file.path === MANIFEST_PATH ? { ...file, bytes: manifest.length } : file,
      ),
      read: async (path) => (path === MANIFEST_PATH ? manifest : bundle.read(path)),
    },
  }
}
