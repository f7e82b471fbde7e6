import type { CheckResult, Problem } from '../problem.js'

/** Where a person finds the file of a problem, in a repository; what is inside a zip is blamed on the zip. */
export const repositoryPath = (path: string, kind: CheckResult['kind'], file: string | null): string => {
  const top = path
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replace(/(?<=.)\/+$/, '')
  if (kind === 'zip' || file === null) return top === '.' || top === '' ? 'manifest.json' : top
  if (top === '.' || top === '') return file
  return top.endsWith('/') ? top + file : `${top}/${file}`
}

/**
 * A problem's place in the file that is blamed, and its text. A zip has no lines of its own: there the text says
 * which of its files is meant, and where.
 */
export const placeOf = (
  kind: CheckResult['kind'],
  { file, line, column, message, fix }: Problem,
): { readonly line: number | null; readonly column: number | null; readonly text: string } => {
  const text = `${message} ${fix}`
  if (kind === 'folder' || file === null) return { line, column, text }
  const place = [file, ...(line === null ? [] : [line]), ...(column === null ? [] : [column])].join(':')
  return { line: null, column: null, text: `${place}: ${text}` }
}
