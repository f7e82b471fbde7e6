import type { IssueKind } from '../../facts/manifest/issues.js'
import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { fieldName, type ManifestPath } from '../../facts/manifest/path.js'
import type { BundleRule, Finding, RuleText } from '../../rule.js'
import { inManifest } from './in-manifest.js'

/** A rule that tells one kind of breach of the manifest's schema. */
export const schemaRule = (kind: IssueKind, text: RuleText): BundleRule => ({
  ...text,
  check: ({ manifest }): readonly Finding[] =>
    manifest.issues
      .filter((issue) => issue.kind === kind)
      .map(({ path, found, allowed, fix }) => ({
        file: MANIFEST_PATH,
        ...inManifest(manifest, path, kind === 'unknown-field' ? 'key' : 'value'),
        message: `${fieldName(path)} ${found}${allowed === '' ? '.' : `; it must be ${allowed}.`}`,
        fix,
        section: sectionOf(path),
      })),
})

/** The section that holds the rules of a field. */
const sectionOf = (path: ManifestPath): string => {
  if (path.length < 2) return '2.2'
  if (path[0] === 'access' || path[0] === 'products') return '2.3'
  return path[0] === 'capabilities' ? '2.4' : '2.2'
}
