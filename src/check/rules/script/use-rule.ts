import type { ParsedScript } from '../../facts/script.js'
import type { ScriptUse } from '../../facts/script-uses.js'
import type { FileRule, RuleText } from '../../rule.js'

/**
 * A rule over the uses of names in scripts.
 * @param judge what is wrong with a use; null where nothing is
 */
export const useRule = (
  text: RuleText,
  judge: (use: ScriptUse, script: ParsedScript) => { readonly message: string; readonly fix: string } | null,
): FileRule => ({
  ...text,
  appliesTo: ({ isHtml, isScript }) => isHtml || isScript,
  checkFile: async (file) =>
    (await file.parsedScripts()).flatMap((script) =>
      script.uses.flatMap((use) => {
        const judgement = judge(use, script)
        if (judgement === null) return []
        const [name] = use.names
        const assumed = use.global && !use.around && name !== undefined ? { builtIn: name } : {}
        return [{ file: file.path, ...script.part.place(use.offset), ...judgement, ...assumed }]
      }),
    ),
})
