import { SDK_FILE_NAME } from '../../../sdk/sdk-file.js'
import type { BundleFacts, FileSummary, ScriptElement, ServiceUse } from '../../facts/file-summary.js'
import { loadsSdk, scriptsOfElement, scriptsOfPage } from '../../facts/modules/module-graph.js'
import type { BundleRule } from '../../rule.js'

export const notLoadedBefore: BundleRule = {
  id: 'sdk/not-loaded-before',
  level: 'warning',
  impact: 'breaks',
  section: '4',
  breach: 'A script uses `Service` before the page loads the SDK.',
  why: '`Service` is not defined until service-miniapp.js has run.',
  remedy: 'Put `<script src="service-miniapp.js"></script>` before the scripts of the app.',
  check: (facts) =>
    [...facts.summaries.values()].flatMap((page) => {
      const scripts = scriptsOfPage(page)
      const sdk = scripts.findIndex(loadsSdk)
      return scripts.flatMap((script, index) => {
        const use = loadsSdk(script) || (sdk !== -1 && sdk < index) ? 'none' : serviceUse(script, page, facts)
        // By the time of an event, all scripts of the page have run.
        if (use === 'none' || (use === 'later' && sdk !== -1)) return []
        return [
          {
            file: page.path,
            ...script.place,
            impact: use === 'optional' ? 'degrades' : 'breaks',
            ...(sdk === -1 && use !== 'optional' ? { unloaded: SDK_FILE_NAME } : {}),
            message: `${script.path ?? 'An inline script'} uses Service, and ${sdk === -1 ? 'the page never loads service-miniapp.js' : 'the page loads service-miniapp.js only after it'}.`,
          },
        ]
      })
    }),
}

/** How a script, with the modules that it imports, uses the global `Service`. */
const serviceUse = (script: ScriptElement, page: FileSummary, facts: BundleFacts): ServiceUse => {
  const paths = [...scriptsOfElement(script, page, facts)]
  const uses = [script.usesService, ...paths.map((path) => facts.summaries.get(path)?.usesService)]
  return (['needed', 'later', 'optional'] as const).find((use) => uses.includes(use)) ?? 'none'
}
