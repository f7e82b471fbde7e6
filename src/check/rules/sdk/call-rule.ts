import type { BundleOutline } from '../../facts/bundle-outline.js'
import { SDK_CALLS, type SdkCall, sdkCalls } from '../../facts/sdk/calls.js'
import type { FileRule, Finding, RuleText } from '../../rule.js'
import { type Failing, impactOfUse } from '../script/impact-of-use.js'

interface Judgement extends Pick<Finding, 'message' | 'fix'> {
  /** How the call fails; left out where it does not fail. */
  readonly failing?: Failing
}

interface JudgedCall extends Judgement {
  readonly call: SdkCall
}

type JudgeAll = (
  calls: readonly SdkCall[],
  bundle: BundleOutline,
) => readonly JudgedCall[] | Promise<readonly JudgedCall[]>

/**
 * A rule over the SDK calls in scripts.
 * @param judge what is wrong with a call; null where nothing is
 */
export const callRule = (
  text: RuleText,
  judge: (call: SdkCall, bundle: BundleOutline) => Judgement | null,
): FileRule =>
  callsRule(text, (calls, bundle) =>
    calls.flatMap((call) => {
      const judgement = judge(call, bundle)
      return judgement === null ? [] : [{ call, ...judgement }]
    }),
  )

/**
 * The same, where what is wrong with a call depends on the others of its file.
 * @param judgeAll the calls of a file with which something is wrong, and what
 */
export const callsRule = (text: RuleText, judgeAll: JudgeAll): FileRule => ({
  ...text,
  needs: SDK_CALLS,
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file, bundle) =>
    (await judgeAll(await sdkCalls(file), bundle)).map(({ call, failing, ...finding }) => ({
      file: file.path,
      ...call.place,
      ...(failing === undefined ? {} : impactOfUse(failing, call)),
      assumedGlobal: 'Service',
      ...finding,
    })),
})
