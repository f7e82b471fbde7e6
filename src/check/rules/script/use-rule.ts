import { partFor, type ShimPartName } from '../../../shim/part-names.js'
import type { FileFacts } from '../../facts/file.js'
import type { Needs } from '../../facts/needs.js'
import { stringOf } from '../../facts/script/node.js'
import { SCRIPTS } from '../../facts/script/part.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'
import type { FileRule, Finding, RuleText } from '../../rule.js'

type Judgement = Pick<Finding, 'message' | 'fix' | 'impact' | 'fails' | 'isAlone' | 'shimmedBy'>

/**
 * A rule over the uses of names in scripts.
 * @param words what it looks for: it is asked about the uses that have one of them, and about no other (`ScriptNeeds`)
 * @param judge what is wrong with a use; null where nothing is
 */
export const useRule = (
  text: RuleText,
  words: Iterable<string>,
  judge: (use: ScriptUse, values: ScriptValues, file: FileFacts) => Judgement | null,
): FileRule => ruleOver(text, { script: { words: [...words] } }, judge)

const ruleOver = (
  text: RuleText,
  needs: Needs,
  judge: (use: ScriptUse, values: ScriptValues, file: FileFacts) => Judgement | null,
): FileRule => ({
  ...text,
  needs: [SCRIPTS, needs],
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) =>
    (await file.scriptsUsing(needs)).flatMap(({ script, uses }) =>
      uses.flatMap((use) => {
        const judgement = judge(use, script.values, file)
        if (judgement === null) return []
        const [name] = use.names
        const assumed = use.global && !use.around && name !== undefined ? { assumedGlobal: name } : {}
        const part = shimmedBy(use)
        const shimmed = part === null ? {} : { shimmedBy: part }
        return [
          {
            file: file.path,
            ...script.part.place(use.offset),
            fails: 'throws' as const,
            length: use.call === null ? 0 : use.call.end - use.offset,
            ...assumed,
            ...shimmed,
            ...judgement,
          },
        ]
      }),
    ),
})

/** The part of the browser shim that makes a use do no harm; null where none does. */
const shimmedBy = ({ names, global, around, values }: ScriptUse): ShimPartName | null => {
  // The page around the app has none.
  if (around) return null
  const last = names.at(-1) ?? ''
  const event =
    last === 'addEventListener' ? stringOf(values[0]) : last.startsWith('on') ? last.slice(2) : null
  return event === 'gamepadconnected' || event === 'gamepaddisconnected' ? 'gamepads' : partFor(names, global)
}
