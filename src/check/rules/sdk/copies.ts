import { fileName } from '../../facts/bundle/paths.js'
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

export const otherVersion: BundleRule = {
  id: 'sdk/other-version',
  level: 'info',
  impact: null,
  section: '4',
  breach: 'The bundled SDK file differs from the one that this version of miniapp ships.',
  why: 'An older file may lack calls, and a modified file may not work with the host.',
  remedy:
    'Replace it with the file that `miniapp init` writes, which the package also exports as `miniapp/sdk`.',
  check: ({ summaries }) =>
    [...summaries.values()].flatMap(({ path, sdk }) =>
      sdk !== 'other'
        ? []
        : [
            {
              file: path,
              message: `This ${fileName(path)} differs from the one that this version of miniapp ships.`,
            },
          ],
    ),
}
