import { formatNumber } from '../../../terminal/units.js'
import { isTooLongToParse, MAX_PARSED_CHARACTERS, SCRIPTS } from '../../facts/script/part.js'
import type { FileRule } from '../../rule.js'

export const tooLongToParse: FileRule = {
  id: 'script/too-long-to-parse',
  level: 'info',
  impact: null,
  section: '2.10',
  breach: 'A script has more characters than are parsed.',
  why: 'What would fail in it at run time is not told; what the service looks for in its text is.',
  mend: 'Split the script, or move data out of it, if you want to know.',
  needs: [SCRIPTS],
  appliesTo: ({ isHtml, isScript }) => isHtml || isScript,
  checkFile: async (file) =>
    (await file.scripts()).filter(isTooLongToParse).map(({ text, place }) => ({
      file: file.path,
      ...(file.isHtml ? place(0) : {}),
      message: `The script has ${formatNumber(text.length)} characters; up to ${formatNumber(MAX_PARSED_CHARACTERS)} are parsed, so that what would fail in it at run time is not told.`,
      fix: 'Split the script, or move data out of it, so that all of it is looked at.',
    })),
}
