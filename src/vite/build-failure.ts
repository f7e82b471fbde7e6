import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { BuildFailure } from '../simulator/server/app-reports/app-failures.js'

/** The fields of an error of Rolldown or of one of its plugins. Its message has a drawing of the lines around the place. */
interface BuildError {
  readonly message?: unknown
  readonly id?: unknown
  readonly loc?: { readonly file?: unknown; readonly line?: unknown; readonly column?: unknown }
  readonly frame?: unknown
  readonly errors?: readonly BuildError[]
}

/** `╭─[ src/main.ts:3:1 ]` */
const DRAWN_PLACE = /\[ (.+?):(\d+):(\d+) \]/

/** Reads the first error of a build. @param root the project's folder */
export const failedBuild = (thrown: unknown, root: string): BuildFailure => {
  const all: BuildError = typeof thrown === 'object' && thrown !== null ? thrown : { message: String(thrown) }
  const error = all.errors?.[0] ?? all
  const text = stripVTControlCharacters(String(error.message)).trim()
  const drawn = DRAWN_PLACE.exec(text)
  const { loc } = error
  const named = [loc?.file, error.id, drawn?.[1]].find((path) => typeof path === 'string')
  // Rolldown counts columns from 0, its drawing from 1.
  const line = typeof loc?.line === 'number' ? loc.line : drawn === null ? null : Number(drawn[2])
  const column = typeof loc?.column === 'number' ? loc.column + 1 : drawn === null ? null : Number(drawn[3])
  const file = named === undefined ? null : inProject(named, root)
  // The code of Rolldown says nothing that the words do not.
  const [first = ''] = text.replace(/^\[[A-Z_]+\] /, '').split('\n')
  // PostCSS names the place in its words, too.
  const message = named === undefined ? first : first.replace(`${named}:${line}:${column}: `, '')
  const frame = file === null && typeof error.frame === 'string' ? `\n${error.frame}` : ''
  return { message: `${message}${frame}`, file, line, column }
}

/** A path from the project's folder. A drawing names it from there, or from where the command runs. */
const inProject = (path: string, root: string): string => {
  const [first = path] = [resolve(path), resolve(root, path)]
    .map((full) => relative(root, full))
    .sort((a, b) => Number(a.startsWith('..')) - Number(b.startsWith('..')))
  return first.replaceAll('\\', '/')
}
