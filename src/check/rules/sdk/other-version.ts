import { fileName } from '../../facts/bundle/paths.js'
import type { BundleRule } from '../../rule.js'

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
