import { fileName } from '../check/facts/bundle/paths.js'
import { LineIndex } from '../check/facts/text/position.js'
import { extensionOf } from '../platform/file-types.js'
import { isLicence } from './new-names.js'
import { endingFor } from './prepare-game.js'
import { breaks, type Note } from './project/unbuilt.js'
import type { AdoptedFile, GameFiles } from './selection.js'
import { utf8Text } from './text-of.js'

/** Whether a file is of a kind that the platform does not serve (2.9), and could be with another ending. */
const isUnserved = (path: string): boolean =>
  extensionOf(path) === null && !isLicence(path) && fileName(path).includes('.')

/** A file's name where it stands in a text, and not as the end of another. */
const mentionOf = (path: string): RegExp => new RegExp(`(?<![\\w-])${escaped(path)}(?![\\w-])`, 'g')

const escaped = (path: string): string => fileName(path).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The files of kinds that the platform does not serve, where every mention of one is a whole text in quotes, so
 * that its address can be rewritten: served as text where they are text, else as bytes.
 * @returns the extension that each is given, by path
 */
export const servedAs = (
  files: GameFiles,
  kept: readonly string[],
  texts: readonly string[],
): ReadonlyMap<string, 'txt' | 'bin'> =>
  new Map(
    kept.filter(isUnserved).flatMap((path) => {
      const inQuotes = new RegExp(`(["'\`])(?:[^"'\`\\s]*/)?${escaped(path)}\\1`, 'g')
      const count = (mention: RegExp): number =>
        texts.reduce((sum, text) => sum + (text.match(mention)?.length ?? 0), 0)
      // A list of names in one text, or a name that a script puts together, would be left behind.
      if (count(inQuotes) === 0 || count(inQuotes) < count(mentionOf(path))) return []
      return [[path, endingFor(files.get(path) ?? new Uint8Array())] as const]
    }),
  )

/** What the person does about those that kept their names: each with the first place that names it otherwise. */
export const unservedNotes = (files: readonly AdoptedFile[]): readonly Note[] =>
  files
    .filter(({ path }) => isUnserved(path))
    .flatMap(({ path, bytes }) => {
      for (const { path: file, bytes: content } of files) {
        if (!['html', 'htm', 'js', 'mjs', 'json'].includes(extensionOf(file) ?? '')) continue
        const text = utf8Text(content)
        const at = mentionOf(path).exec(text)?.index
        if (at === undefined) continue
        const name = `${fileName(path)}.${endingFor(bytes)}`
        const { line } = new LineIndex(text).place(at)
        return [
          breaks(
            file,
            line,
            `The platform does not serve ${path}: rename it to ${name}, also where it is named.`,
          ),
        ]
      }
      return []
    })
