import type { FileRule } from '../../rule.js'

export const cannotBeJudged: FileRule = {
  id: 'content/cannot-be-judged',
  level: 'error',
  section: '2.8',
  breach:
    'A page or a drawing is made so that it cannot be judged: it is too large or nested too deeply to be parsed.',
  why: 'A browser might load from it what no check has seen.',
  mend: 'Split it, or let a script make what it repeats.',
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const reason = (await file.html())?.unjudged
    if (reason === undefined) return []
    return [
      {
        file: file.path,
        message: `The page cannot be judged: ${reason}.`,
        fix: 'Split it, or let a script make what it repeats.',
      },
    ]
  },
}
