import { formatNumber } from '../../../terminal/units.js'
import { isJsonScript, isTooLongToParse, MAX_PARSED_CHARACTERS, SCRIPTS } from '../../facts/script/part.js'
import type { FileRule } from '../../rule.js'

export const doesNotParse: FileRule = {
  id: 'script/does-not-parse',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'A script does not parse.',
  why: 'The browser does not run any of the script.',
  remedy: 'Correct it at the reported position, or remove the script.',
  needs: [SCRIPTS],
  // What people leave beside a build is often no JavaScript: TypeScript, JSX, templates.
  hasImpactOnlyWhereLoaded: true,
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) =>
    (await file.parsedScripts()).flatMap(({ part, failure }) => {
      // A file of data that is only called a script does no harm; a rule of its own reports a page that runs it.
      if (failure === null || (file.isScript && isJsonScript(part))) return []
      return [
        {
          file: file.path,
          ...part.place(failure.offset),
          ...(part.onEvent === true ? { impact: 'fails-if-used' } : { unloaded: file.path }),
          message: `The script does not parse: ${failure.reason.replace(/[.]$/, '')}.`,
        },
      ]
    }),
}

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
