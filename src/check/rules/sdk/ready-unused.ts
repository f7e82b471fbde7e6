import { COVER_MAX_MS } from '../../../platform/limits.js'
import { DEFAULT_ENTRY } from '../../../platform/manifest.js'
import { SECOND_MS } from '../../../platform/units.js'
import { hasUnreadCode } from '../../facts/bundle/refused-paths.js'
import { valueAt } from '../../facts/manifest/path.js'
import { loadsSdk, scriptsOfPage } from '../../facts/modules/module-graph.js'
import type { BundleRule } from '../../rule.js'

export const readyUnused: BundleRule = {
  id: 'sdk/ready-unused',
  level: 'warning',
  impact: 'degrades',
  section: '4.2',
  breach: 'The entry page loads the SDK, but no script calls `Service.ready()`.',
  why: `The loading cover stays until ${COVER_MAX_MS / SECOND_MS} seconds after the page has loaded.`,
  remedy: 'Call `Service.ready()` as soon as the first screen is drawn.',
  check: ({ bundle, manifest, summaries }) => {
    if (hasUnreadCode({ bundle, summaries })) return []
    const entry = valueAt(manifest.value, ['entry']) ?? DEFAULT_ENTRY
    const page = typeof entry === 'string' ? summaries.get(entry) : undefined
    const scripts = page === undefined ? [] : scriptsOfPage(page)
    if (page === undefined || !scripts.some(loadsSdk)) return []
    // What is missing is reported, and would perhaps call it.
    if (scripts.some((one) => one.path !== null && !loadsSdk(one) && !summaries.has(one.path))) return []
    if ([...summaries.values()].some(({ mayCallReady }) => mayCallReady)) return []
    return [
      {
        file: page.path,
        message: 'The page loads service-miniapp.js, but no script calls Service.ready().',
      },
    ]
  },
}
