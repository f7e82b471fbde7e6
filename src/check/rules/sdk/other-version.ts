import { fileName } from '../../facts/bundle/paths.js'
import type { BundleRule } from '../../rule.js'

export const otherVersion: BundleRule = {
  id: 'sdk/other-version',
  level: 'info',
  impact: null,
  section: '4',
  breach: 'The bundled SDK file is not the one that this version of the tool ships.',
  why: 'An older file may lack calls; a changed one may not work with the host.',
  mend: 'Replace it by the file that `miniapp init` writes, which is also `miniapp/sdk` of the package.',
  check: ({ summaries }) =>
    [...summaries.values()].flatMap(({ path, sdk }) =>
      sdk !== 'other'
        ? []
        : [
            {
              file: path,
              message: `This ${fileName(path)} is not the one that this version of miniapp ships.`,
              fix: 'Replace it by the file that `miniapp init` writes, which is also `miniapp/sdk` of the package.',
            },
          ],
    ),
}
