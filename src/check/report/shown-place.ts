import type { Problem } from '../problem.js'

type Place = Pick<Problem, 'line' | 'column'>

/** A line and a column: `12:6`. */
export const lineAndColumn = ({ line, column }: Place): string =>
  [line, column].filter((one) => one !== null).join(':')

/** Where a problem is in its file, after its source where that is known: `src/save.ts:12:3 (9:54104)`. */
export const placeWithSource = (problem: Pick<Problem, 'line' | 'column' | 'source'>): string =>
  problem.source === undefined
    ? lineAndColumn(problem)
    : `${problem.source.file}:${lineAndColumn(problem.source)} (${lineAndColumn(problem)})`

/** The file and line that a person looks at: those of the source where they are known. */
export const fileAndLine = ({ file, line, source }: Pick<Problem, 'file' | 'line' | 'source'>): string =>
  source === undefined
    ? [file, line].filter((one) => one !== null).join(':')
    : `${source.file}:${source.line}`
