import { KEPT_DATABASES, partsIn } from '../../../shim/part-names.js'
import { SCRIPTS } from '../../facts/script/part.js'
import type { FileRule } from '../../rule.js'

export const keptDatabases: FileRule = {
  id: 'script/kept-databases',
  level: 'info',
  impact: null,
  section: '4.1',
  breach: 'The browser shim keeps the databases of `indexedDB` within limits.',
  why: `It keeps ${KEPT_DATABASES} in \`Service.storage\`. Anything more is gone when the app closes.`,
  remedy: 'See with `miniapp dev` that what the app saves is still there after a reload.',
  needs: [SCRIPTS],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) =>
    (await file.scripts())
      .filter(({ text }) => partsIn(text)?.includes('indexed-db'))
      .map(({ place }) => ({
        file: file.path,
        ...(file.isHtml ? place(0) : {}),
        message: `Of the app's databases, the browser shim keeps ${KEPT_DATABASES}.`,
      })),
}
