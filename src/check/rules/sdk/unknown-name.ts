import { CAPABILITIES, REQUIRABLE_FEATURES } from '../../../platform/features.js'
import { argument, SDK_CALL_NAMES } from '../../facts/sdk/calls.js'
import { mistypedName } from '../../facts/text/nearest-name.js'
import { callRule } from './call-rule.js'

export const unknownName = callRule(
  {
    id: 'sdk/unknown-name',
    level: 'warning',
    impact: 'degrades',
    section: '4.1',
    breach: 'A script passes a name that looks mistyped to `supports` or `capability`.',
    why: 'Every host answers no, so the feature is never available. Names that a later host may support are not reported.',
    remedy: 'Write the name as the SDK and the manifest spell it.',
  },
  (call) => {
    const names = NAMES.get(call.name)
    const name = argument(call, 0)
    if (names === undefined || name.kind !== 'exact' || typeof name.value !== 'string') return null
    const near = names.includes(name.value) ? null : mistypedName(name.value, names)
    if (near === null) return null
    return {
      message: `Service.${call.name}() gets ${JSON.stringify(name.value)}, which no host supports: the answer is always no.`,
      fix: `Write ${JSON.stringify(near)}.`,
    }
  },
)

/** What each of the two can be asked about. */
const NAMES = new Map<string, readonly string[]>([
  ['supports', [...new Set([...SDK_CALL_NAMES, ...REQUIRABLE_FEATURES])]],
  ['capability', CAPABILITIES],
])
