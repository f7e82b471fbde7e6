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
  why: 'The call rejects NOT_DECLARED.',
  remedy: 'Add "web_search" to the tools of `ai.assistant` in the manifest.',
  needs: SDK_CALLS,
  appliesTo: ({ isHtml, isScript }) => isHtml || isScript,
  checkFile: async (file, { manifest }) => {
    const tools = valueAt(manifest.value, ['capabilities', 'ai.assistant', 'tools'])
    if (manifest.state !== 'read' || (Array.isArray(tools) && tools.includes('web_search'))) return []
    return (await sdkCalls(file))
      .filter((call) => call.method === 'ai.ask' && searches(call))
      .map((call) => ({
        file: file.path,
        ...call.place,
        ...impactOfUse('rejects', call),
        message:
          'Service.ai.ask() with web_search needs the tool web_search, which the manifest does not declare; the call rejects NOT_DECLARED.',
        assumedGlobal: 'Service',
        fix: 'Add "web_search" to the tools of ai.assistant in capabilities.',
      }))
  },
}

const searches = (call: SdkCall): boolean => {
  const webSearch = option(argument(call, 0), 'web_search')
  return webSearch.kind === 'exact' && webSearch.value === true
}
