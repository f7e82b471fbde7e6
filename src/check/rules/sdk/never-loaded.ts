import { COVER_MAX_MS } from '../../../platform/limits.js'
import { DEFAULT_ENTRY } from '../../../platform/manifest.js'
import { SECOND_MS } from '../../../platform/units.js'
import { valueAt } from '../../facts/manifest/path.js'
import { loadsSdk, scriptsOfPage } from '../../facts/modules/module-graph.js'
import type { BundleRule } from '../../rule.js'

export const neverLoaded: BundleRule = {
  id: 'sdk/never-loaded',
  level: 'info',
  impact: null,
  section: '4',
  breach: 'The entry page runs scripts but never loads the SDK.',
  why: `Without the SDK, the loading cover stays for ${COVER_MAX_MS / SECOND_MS} seconds, and the app cannot use the host.`,
  remedy:
    'Put `<script src="service-miniapp.js"></script>` before the scripts of the app if it uses the host.',
  check: ({ summaries, manifest }) => {
    const entry = valueAt(manifest.value, ['entry']) ?? DEFAULT_ENTRY
    const page = typeof entry === 'string' ? summaries.get(entry) : undefined
    if (page === undefined) return []
    const scripts = scriptsOfPage(page)
    if (scripts.length === 0 || scripts.some(loadsSdk)) return []
    return [
      {
        file: page.path,
        message: 'The page never loads service-miniapp.js, so it cannot call the host.',
      },
    ]
  },
}
