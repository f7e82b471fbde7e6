import { LineIndex } from '../check/facts/text/position.js'
import type { NewAddress } from './addresses.js'
import type { Change, ChangeKind } from './change.js'

/** A part of a text that is replaced; everything around it stays as it was written. */
export interface Edit {
  /** Offsets in the text as it was, in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly change: Pick<Change, 'from' | 'to' | 'why'> & {
    /** A doubt changes nothing: it is only reported. */
    readonly kind: ChangeKind | 'doubt'
  }
}

/** The edit that puts a new address in place of the one that begins at an offset; none where it can stay. */
export const addressEdits = (value: string, start: number, fixed: NewAddress | null): readonly Edit[] =>
  fixed === null || fixed.url === value
    ? []
    : [
        {
          start,
          end: start + value.length,
          text: fixed.url,
          change: { kind: 'address', from: value, to: fixed.url, why: fixed.why },
        },
      ]

/** Why what other sites have is taken out. */
export const ELSEWHERE = 'it is on another site, and a mini app has no network'

/** The edit that takes a part of a text out, or puts something in its place. */
export const removedPart = (text: string, start: number, end: number, why: string, put = ''): Edit => ({
  start,
  end,
  text: put,
  change: { kind: 'removed', from: text.slice(start, end), to: put === '' ? null : put, why },
})

/** A text of a script that may be the beginning of an address, and stays, since nothing shows that it is one. */
export interface Doubt {
  readonly file: string
  readonly line: number
  readonly text: string
  /** What it would have to be. */
  readonly meant: string
}

/**
 * Puts edits into a text. Of two that overlap the one that begins first counts, of two that begin together the longer:
 * an element that is taken out takes the edits of its attributes with it.
 * @returns the text, and the changes and doubts with the lines they have in it
 */
export const applyEdits = (
  text: string,
  edits: readonly Edit[],
  file: string,
): { readonly text: string; readonly changes: readonly Change[]; readonly doubts: readonly Doubt[] } => {
  const pieces: string[] = []
  const made: { readonly edit: Edit; readonly at: number }[] = []
  let from = 0
  let length = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < from) continue
    const kept = text.slice(from, edit.start)
    made.push({ edit, at: length + kept.length })
    pieces.push(kept, edit.text)
    length += kept.length + edit.text.length
    from = edit.end
  }
  const result = `${pieces.join('')}${text.slice(from)}`
  const lines = new LineIndex(result)
  const changes: Change[] = []
  const doubts: Doubt[] = []
  for (const { edit, at } of made) {
    const { kind, from: before, to, why } = edit.change
    const { line } = lines.place(at)
    if (kind === 'doubt') doubts.push({ file, line, text: before ?? '', meant: to ?? '' })
    else changes.push({ kind, from: before, to, why, file, line })
  }
  return { text: result, changes, doubts }
}

/** The same edits of a part of a text, in the whole. @param by the offset at which the part begins */
export const shifted = (edits: readonly Edit[], by: number): readonly Edit[] =>
  edits.map((edit) => ({ ...edit, start: edit.start + by, end: edit.end + by }))
