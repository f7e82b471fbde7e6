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
  why: 'The service refuses an upload whose App ID is not the one from registration. Everything before the upload works with the placeholder.',
  remedy: 'Register the app, and set `app_id` to its App ID.',
  check: ({ manifest }) =>
    valueAt(manifest.value, ['app_id']) === PLACEHOLDER_APP_ID
      ? [
          {
            file: MANIFEST_PATH,
            ...inManifest(manifest, ['app_id']),
            message: `The app_id is the placeholder ${PLACEHOLDER_APP_ID}; the upload needs the App ID from registration.`,
            fix: 'Set app_id to your own App ID before you upload.',
          },
        ]
      : [],
}
