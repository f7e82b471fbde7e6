import { CALL_TABLE } from '../../../platform/calls/table.js'
import type { FileFacts } from '../../facts/file.js'
import type { ArgumentFault, ArgumentFaultKind } from '../../facts/sdk/arguments.js'
import { SDK_CALLS, type SdkCall, sdkCalls } from '../../facts/sdk/calls.js'
import type { FileRule, RuleText } from '../../rule.js'
import { impactOfUse } from '../script/impact-of-use.js'

/** A rule that reports one kind of fault in the arguments of SDK calls. */
export const argumentRule = (kind: ArgumentFaultKind, text: RuleText): FileRule => ({
  ...text,
  needs: SDK_CALLS,
  appliesTo: ({ isHtml, isScript }) => isHtml || isScript,
  checkFile: async (file) =>
    (await faultsIn(file))
      .filter(({ fault }) => fault.kind === kind)
      .map(({ call, fault }) => ({
        file: file.path,
        ...call.place,
        impact:
          text.impact === 'degrades'
            ? 'degrades'
            : impactOfUse(fault.code === 'throws' ? 'throws' : 'rejects', call),
        message: `Service.${call.name}(): ${fault.found}${outcome(fault)}.`,
        fix: fault.fix,
        assumedGlobal: 'Service',
      })),
})

const outcome = ({ code }: ArgumentFault): string => {
  if (code === null) return ''
  return code === 'throws' ? '; the call throws' : `; the call rejects ${code}`
}

interface FoundFault {
  readonly call: SdkCall
  readonly fault: ArgumentFault
}

/** Every rule of the kind asks for the same. */
const faultsIn = async (file: FileFacts): Promise<readonly FoundFault[]> => {
  const calls = await sdkCalls(file)
  const known = KNOWN.get(calls)
  if (known !== undefined) return known
  // The schemas take their time to load, and most scripts say nothing that they could judge.
  const judged = calls.filter(saysSomething)
  const found: FoundFault[] = []
  if (judged.length > 0) {
    const { argumentFaults } = await import('../../facts/sdk/arguments.js')
    for (const call of judged) for (const fault of argumentFaults(call)) found.push({ call, fault })
  }
  KNOWN.set(calls, found)
  return found
}

const KNOWN = new WeakMap<readonly SdkCall[], readonly FoundFault[]>()

/** Whether anything is known of what a call is given, be it that it is left out. */
const saysSomething = ({ method, name, values, open }: SdkCall): boolean => {
  const wanted = method === null ? (name.endsWith('on') ? 2 : 0) : CALL_TABLE[method].arguments.length
  const given = values.slice(0, wanted)
  return given.some(({ kind }) => kind !== 'unknown') || (given.length < wanted && !open)
}
