import { FLAGS } from '../../../platform/flags.js'
import { SCRIPTS } from '../../facts/script/part.js'
import type { FileRule } from '../../rule.js'
import { textMatches } from './text-matches.js'

export const eventSource: FileRule = {
  id: 'script/event-source',
  level: 'flag',
  impact: null,
  section: '2.8',
  breach: 'A script has the text `EventSource(`.',
  why: `The version is flagged "${FLAGS.eventSource}": it waits for an admin and never goes live automatically. It would not work either: a mini app has no network access.`,
  remedy: 'Remove the text, also from libraries and comments.',
  needs: [SCRIPTS],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: (file) =>
    textMatches(file, 'EventSource(', /EventSource\(/g, (found) => ({
      message: `${FLAGS.eventSource}: the script has the text ${found}, so this version waits for an admin.`,
      fix: 'Remove the code, or wait for an admin to review the version.',
    })),
}
