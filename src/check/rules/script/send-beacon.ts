import { FLAGS } from '../../../platform/flags.js'
import { SCRIPTS } from '../../facts/script/part.js'
import type { FileRule } from '../../rule.js'
import { textMatches } from './text-matches.js'

export const sendBeacon: FileRule = {
  id: 'script/send-beacon',
  level: 'flag',
  impact: null,
  section: '2.8',
  breach: 'A script has the text `sendBeacon(`.',
  why: `The version is flagged "${FLAGS.sendBeacon}": it waits for an admin and never goes live automatically. It would not work either: a mini app has no network access.`,
  remedy: 'Remove the text, also from libraries and comments.',
  needs: [SCRIPTS],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: (file) =>
    // A rare letter first: a text is looked for by it.
    textMatches(file, 'Beacon(', /sendBeacon\(/g, (found) => ({
      message: `${FLAGS.sendBeacon}: the script has the text ${found}, so this version waits for an admin.`,
      fix: 'Remove the code, or wait for an admin to review the version.',
    })),
}
