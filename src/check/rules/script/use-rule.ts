import { partFor, type ShimPartName } from '../../../shim/part-names.js'
import type { FileFacts } from '../../facts/file.js'
import type { Needs } from '../../facts/needs.js'
import { readsOfNull } from '../../facts/script/missing-answer.js'
import { type AstNode, memberName, stringOf } from '../../facts/script/node.js'
import { SCRIPTS } from '../../facts/script/part.js'
import { isTried, mayBeSkipped } from '../../facts/script/tried-before.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'
import type { FileRule, Finding, RuleText } from '../../rule.js'
import { impactOfUse } from './impact-of-use.js'

interface Judgement
  extends Pick<Finding, 'message' | 'fix' | 'impact' | 'fails' | 'isAlone' | 'shimmedBy' | 'withheld'> {
  /** What of the script is wrong, where it is not the use itself. */
  readonly at?: AstNode
}

type Judge = (
  use: ScriptUse,
  values: ScriptValues,
  file: FileFacts,
) => Judgement | readonly Judgement[] | null

/**
 * A rule over the uses of names in scripts.
 * @param words what it looks for: it is asked about the uses that have one of them, and about no other (`ScriptNeeds`)
 * @param judge what is wrong with a use, or with what it gives; null where nothing is
 */
export const useRule = (text: RuleText, words: Iterable<string>, judge: Judge): FileRule =>
  ruleOver(text, { script: { words: [...words] } }, judge)

/** What a use takes for the browser's own: a global, or a field of one that is never replaced as a whole. */
const pathOf = ({ names }: ScriptUse): string =>
  names.slice(0, names[0] === 'navigator' || names[0] === 'document' ? 2 : 1).join('.')

const ruleOver = (text: RuleText, needs: Needs, judge: Judge): FileRule => ({
  ...text,
  needs: [SCRIPTS, needs],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) =>
    (await file.scriptsUsing(needs)).flatMap(({ script, uses }) =>
      uses.flatMap((use) => {
        const judged = judge(use, script.values, file)
        if (judged === null) return []
        const assumed = use.global && !use.around ? { assumedGlobal: pathOf(use) } : {}
        const part = shimmedBy(use)
        const shimmed = part === null ? {} : { shimmedBy: part }
        const judgements = 'message' in judged ? [judged] : judged
        return judgements.map(({ at, ...judgement }) => {
          const offset = at?.start ?? use.offset
          const isMinded = (judgement.impact ?? text.impact) === 'degrades'
          const { fails = isMinded ? undefined : 'throws', ...more } = judgement
          const isOver = fails === undefined || (isMinded && !mayBeSkipped(offset, script.values))
          return {
            file: file.path,
            ...script.part.place(offset),
            length: at === undefined ? lengthOf(use) : at.end - at.start,
            ...assumed,
            ...shimmed,
            ...more,
            ...(isOver ? {} : { fails }),
          }
        })
      }),
    ),
})

const lengthOf = ({ call, offset }: ScriptUse): number => (call === null ? 0 : call.end - offset)

/** A use that gives null in a mini app: judged where the script reads something of that, if it does. */
export const whereNullIsRead = (
  judgement: Judgement,
  name: string,
  use: ScriptUse,
  values: ScriptValues,
): readonly Judgement[] => {
  const reads = readsOfNull(use.call, values).map((read) => ({
    ...judgement,
    message: `${name}() gives null in a mini app, so reading its ${memberName(read) ?? 'fields'} throws an error.`,
    ...impactOfUse('throws', { caught: isTried(read, values), answer: 'used' }),
    at: read,
  }))
  return reads.length > 0 ? reads : [judgement]
}

/** The part of the browser shim that makes a use do no harm; null where none does. */
const shimmedBy = ({ names, global, around, values }: ScriptUse): ShimPartName | null => {
  // The page around the app has none.
  if (around) return null
  const last = names.at(-1) ?? ''
  const event =
    last === 'addEventListener' ? stringOf(values[0]) : last.startsWith('on') ? last.slice(2) : null
  return event === 'gamepadconnected' || event === 'gamepaddisconnected' ? 'gamepads' : partFor(names, global)
}
