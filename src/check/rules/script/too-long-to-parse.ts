import { formatNumber } from '../../../terminal/units.js'
import { isTooLongToParse, MAX_PARSED_CHARACTERS, SCRIPTS } from '../../facts/script/part.js'
import type { FileRule } from '../../rule.js'

export const tooLongToParse: FileRule = {
  id: 'script/too-long-to-parse',
  level: 'info',
  impact: null,
  section: '2.10',
  breach: 'A script is too long to parse.',
  why: 'Run-time problems in it are not reported. The texts that the service searches for are still found.',
  remedy: 'Split the script, or move data out of it.',
  needs: [SCRIPTS],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) =>
    (await file.scripts()).filter(isTooLongToParse).map(({ text, place }) => ({
      file: file.path,
      ...(file.isHtml ? place(0) : {}),
      message: `The script has ${formatNumber(text.length)} characters; above ${formatNumber(MAX_PARSED_CHARACTERS)}, run-time problems are not reported.`,
    })),
}
