import { argument, isTestedFor, SDK_CALL_NAMES, type SdkCall } from '../../facts/sdk/calls.js'
import { nearestName } from '../../facts/text/nearest-name.js'
import { callsRule } from './call-rule.js'

export const unknownCall = callsRule(
  {
    id: 'sdk/unknown-call',
    level: 'warning',
    impact: 'breaks',
    section: '4.1',
    breach: 'A script calls a function of `Service` that does not exist.',
    why: 'The script throws a TypeError. Calls that the script guards with `supports()` or another test are not reported.',
    remedy: 'Use a call of the SDK. service-miniapp.d.ts lists all calls.',
  },
  (calls) => {
    const tested = new Set(
      calls.flatMap((call) => (call.name === 'supports' ? (nameToSupport(call) ?? []) : [])),
    )
    return calls
      .filter((call) => isUnknown(call) && !isTestedFor(call.name, tested))
      .map((call, index) => {
        const { name } = call
        // Nobody reads more than a hundred, and a script can hold a hundred thousand.
        const near = index < 100 ? nearestName(name, SDK_CALL_NAMES) : null
        return {
          call,
          failing: 'throws',
          message: `Service.${name}() does not exist: the script throws a TypeError.`,
          fix: near === null ? `Use one of the SDK's calls${among(name)}.` : `Write Service.${near}().`,
        }
      })
  },
)

const isUnknown = ({ name, isGuarded }: SdkCall): boolean => {
  if (isGuarded || SDK_CALL_NAMES.includes(name)) return false
  // What every object and every function has: `Service.hasOwnProperty("pay")`, `Service.pay.toString()`.
  const last = name.slice(name.lastIndexOf('.') + 1)
  return !(last in Object.prototype) && !(last in Function.prototype)
}

const nameToSupport = (call: SdkCall): string | null => {
  const name = argument(call, 0)
  return name.kind === 'exact' && typeof name.value === 'string' ? name.value : null
}

/** The calls beside the one that was meant, as far as they are few. */
const among = (name: string): string => {
  const group = name.slice(0, name.indexOf('.') + 1)
  const siblings = SDK_CALL_NAMES.filter((call) => group !== '' && call.startsWith(group))
  return siblings.length === 0
    ? ', which service-miniapp.d.ts lists'
    : `: ${siblings.map((call) => call.slice(group.length)).join(', ')}`
}
