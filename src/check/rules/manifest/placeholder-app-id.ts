import { MANIFEST_PATH } from '../../facts/manifest/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import type { BundleRule } from '../../rule.js'
import { inManifest } from './in-manifest.js'

/** The App ID that the templates have until the person gives their own. */
export const PLACEHOLDER_APP_ID = 'ma_exampleapp'

export const placeholderAppId: BundleRule = {
  id: 'manifest/placeholder-app-id',
  level: 'info',
  impact: null,
  section: '2.2',
  breach: 'The App ID is the placeholder that `miniapp init` writes.',
  why: 'The App ID must equal the one that registration gave, or the upload is refused; everything before the upload works with the placeholder.',
  mend: 'Register the app, and put its App ID into `app_id`.',
  check: ({ manifest }) =>
    valueAt(manifest.value, ['app_id']) === PLACEHOLDER_APP_ID
      ? [
          {
            file: MANIFEST_PATH,
            ...inManifest(manifest, ['app_id']),
            message: `The app_id is the placeholder ${PLACEHOLDER_APP_ID}; the upload needs the App ID that registration gives.`,
            fix: 'Put your own App ID into app_id before you upload.',
          },
        ]
      : [],
}
