import { CALL_TABLE } from '../../../platform/calls/table.js'
import { valueAt } from '../../facts/manifest/path.js'
import { SDK_CALLS, sdkCalls } from '../../facts/sdk/calls.js'
import type { FileRule } from '../../rule.js'
import { impactOfUse } from '../script/impact-of-use.js'

export const undeclaredCapability: FileRule = {
  id: 'sdk/undeclared-capability',
  level: 'warning',
  impact: 'breaks',
  section: '4.7',
  breach: 'A script calls an AI capability that the manifest does not declare.',
  why: 'The call rejects with NOT_DECLARED.',
  remedy: 'Declare the capability in `capabilities` of the manifest.',
  needs: SDK_CALLS,
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file, { manifest }) =>
    manifest.state !== 'read'
      ? []
      : (await sdkCalls(file)).flatMap((call) => {
          const { name, method, place } = call
          const capability = method === null ? undefined : CALL_TABLE[method].declaredIn?.capability
          if (capability === undefined || valueAt(manifest.value, ['capabilities', capability]) !== undefined)
            return []
          return [
            {
              file: file.path,
              ...place,
              ...impactOfUse('rejects', call),
              message: `Service.${name}() needs ${capability}, which the manifest does not declare; the call rejects with NOT_DECLARED.`,
              assumedGlobal: 'Service',
              fix: `Declare ${capability} in capabilities.`,
            },
          ]
        }),
}
