import { CALL_TABLE } from '../../../platform/calls/table.js'
import { valueAt } from '../../facts/manifest/path.js'
import { argument, option, type SdkCall } from '../../facts/sdk/calls.js'
import { callRule } from './call-rule.js'

export const undeclaredCapability = callRule(
  {
    id: 'sdk/undeclared-capability',
    level: 'warning',
    impact: 'breaks',
    section: '4.7',
    breach: 'A script calls an AI capability that the manifest does not declare.',
    why: 'The call rejects with NOT_DECLARED.',
    remedy: 'Declare the capability in `capabilities` of the manifest.',
  },
  ({ name, method }, { manifest }) => {
    const capability = method === null ? undefined : CALL_TABLE[method].declaredIn?.capability
    if (manifest.state !== 'read' || capability === undefined) return null
    if (valueAt(manifest.value, ['capabilities', capability]) !== undefined) return null
    return {
      failing: 'rejects',
      message: `Service.${name}() needs ${capability}, which the manifest does not declare; the call rejects with NOT_DECLARED.`,
      fix: `Declare ${capability} in capabilities.`,
    }
  },
)

export const undeclaredTool = callRule(
  {
    id: 'sdk/undeclared-tool',
    level: 'warning',
    impact: 'breaks',
    section: '4.7',
    breach: 'A script uses web search without declaring the tool in the manifest.',
    why: 'The call rejects with NOT_DECLARED.',
    remedy: 'Add "web_search" to the tools of `ai.assistant` in the manifest.',
  },
  (call, { manifest }) => {
    const declaredIn = call.method === null ? null : CALL_TABLE[call.method].declaredIn
    if (manifest.state !== 'read' || declaredIn === null) return null
    const { capability, tool } = declaredIn
    if (tool === null || !uses(call, tool)) return null
    const tools = valueAt(manifest.value, ['capabilities', capability, 'tools'])
    if (Array.isArray(tools) && tools.includes(tool)) return null
    return {
      failing: 'rejects',
      message: `Service.${call.name}() with ${tool} needs the tool ${tool}, which the manifest does not declare; the call rejects with NOT_DECLARED.`,
    }
  },
)

const uses = (call: SdkCall, tool: string): boolean => {
  const given = option(argument(call, 0), tool)
  return given.kind === 'exact' && given.value === true
}
