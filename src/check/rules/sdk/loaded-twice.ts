import { loadsSdk, scriptsOfPage } from '../../facts/modules/module-graph.js'
import type { BundleRule } from '../../rule.js'

export const loadedTwice: BundleRule = {
  id: 'sdk/loaded-twice',
  level: 'warning',
  impact: 'degrades',
  section: '4',
  breach: 'A page loads the SDK more than once.',
  why: 'The second copy replaces `Service`: listeners and calls of the first one are lost, and an older copy may replace a newer one.',
  remedy: 'Keep one `<script src="service-miniapp.js"></script>`, before the scripts of the app.',
  check: ({ summaries }) =>
    [...summaries.values()].flatMap((page) =>
      scriptsOfPage(page)
        .filter(loadsSdk)
        .slice(1)
        .map(({ place, path }) => ({
          file: page.path,
          ...place,
          message: `The page loads the SDK a second time, from ${path ?? 'another file'}.`,
          fix: 'Remove this script element.',
        })),
    ),
}
