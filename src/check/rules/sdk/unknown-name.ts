import { CAPABILITIES, REQUIRABLE_FEATURES } from '../../../platform/features.js'
import { argument, SDK_CALL_NAMES, SDK_CALLS, sdkCalls } from '../../facts/sdk/calls.js'
import { mistypedName } from '../../facts/text/nearest-name.js'
import type { FileRule } from '../../rule.js'

export const unknownName: FileRule = {
  id: 'sdk/unknown-name',
  level: 'warning',
  impact: 'degrades',
  section: '4.1',
  breach: 'A script passes a name that looks mistyped to `supports` or `capability`.',
  why: 'Every host answers no, so the feature is never available. Names that a later host may support are not reported.',
  remedy: 'Write the name as the SDK and the manifest spell it.',
  needs: SDK_CALLS,
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file) =>
    (await sdkCalls(file)).flatMap((call) => {
      const names = NAMES.get(call.name)
      const nameArgument = argument(call, 0)
      if (names === undefined || nameArgument.kind !== 'exact' || typeof nameArgument.value !== 'string')
        return []
      const near = names.includes(nameArgument.value) ? null : mistypedName(nameArgument.value, names)
      if (near === null) return []
      return [
        {
          file: file.path,
          ...call.place,
          message: `Service.${call.name}() gets ${JSON.stringify(nameArgument.value)}, which no host supports: the answer is always no.`,
          fix: `Write ${JSON.stringify(near)}.`,
          assumedGlobal: 'Service',
        },
      ]
    }),
}

/** What each of the two can be asked about. */
const NAMES = new Map<string, readonly string[]>([
  ['supports', [...new Set([...SDK_CALL_NAMES, ...REQUIRABLE_FEATURES])]],
  ['capability', CAPABILITIES],
])
