import { CALL_TABLE } from '../../../platform/calls/table.js'
import { valueAt } from '../../facts/manifest/path.js'
import { argument, option, SDK_CALLS, type SdkCall, sdkCalls } from '../../facts/sdk/calls.js'
import type { FileRule } from '../../rule.js'
import { impactOfUse } from '../script/impact-of-use.js'

export const undeclaredTool: FileRule = {
  id: 'sdk/undeclared-tool',
  level: 'warning',
  impact: 'breaks',
  section: '4.7',
  breach: 'A script uses web search without declaring the tool in the manifest.',
  why: 'The call rejects with NOT_DECLARED.',
  remedy: 'Add "web_search" to the tools of `ai.assistant` in the manifest.',
  needs: SDK_CALLS,
  appliesTo: ({ mayHoldScripts }) => mayHoldScripts,
  checkFile: async (file, { manifest }) => {
    if (manifest.state !== 'read') return []
    return (await sdkCalls(file)).flatMap((call) => {
      const declaredIn = call.method === null ? null : CALL_TABLE[call.method].declaredIn
      if (declaredIn === null || declaredIn.tool === null || !uses(call, declaredIn.tool)) return []
      const { capability, tool } = declaredIn
      const tools = valueAt(manifest.value, ['capabilities', capability, 'tools'])
      if (Array.isArray(tools) && tools.includes(tool)) return []
      return [
        {
          file: file.path,
          ...call.place,
          ...impactOfUse('rejects', call),
          message: `Service.${call.name}() with ${tool} needs the tool ${tool}, which the manifest does not declare; the call rejects with NOT_DECLARED.`,
          assumedGlobal: 'Service',
        },
      ]
    })
  },
}

const uses = (call: SdkCall, tool: string): boolean => {
  const given = option(argument(call, 0), tool)
  return given.kind === 'exact' && given.value === true
}
