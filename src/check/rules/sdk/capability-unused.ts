import { CAPABILITIES } from '../../../platform/features.js'
import { hasUnreadCode } from '../../facts/bundle/refused-paths.js'
import { inManifest } from '../../facts/manifest/manifest.js'
import { valueAt } from '../../facts/manifest/path.js'
import { FEATURE_WORDS } from '../../facts/sdk/feature-words.js'
import type { BundleRule } from '../../rule.js'

export const capabilityUnused: BundleRule = {
  id: 'sdk/capability-unused',
  level: 'warning',
  impact: null,
  section: '2.4',
  breach: 'The manifest declares an AI capability or tool that no script uses.',
  why: 'The version waits for an admin unnecessarily.',
  remedy: 'Remove the capability or tool from the manifest.',
  check: ({ bundle, manifest, summaries }) => {
    if (hasUnreadCode({ bundle, summaries })) return []
    const mentioned = new Set([...summaries.values()].flatMap(({ words }) => [...words]))
    const declared = CAPABILITIES.flatMap((name) => {
      const path = ['capabilities', name]
      if (valueAt(manifest.value, path) === undefined) return []
      const tools = valueAt(manifest.value, [...path, 'tools'])
      const parts = [{ name: name as string, path: path as (string | number)[], words: FEATURE_WORDS[name] }]
      const index = Array.isArray(tools) ? tools.indexOf('web_search') : -1
      if (index !== -1)
        parts.push({ name: 'the tool web_search', path: [...path, 'tools', index], words: ['web_search'] })
      return parts
    })
    return declared
      .filter(({ words }) => !words.every((word) => mentioned.has(word)))
      .map(({ name, path }) => ({
        ...inManifest(manifest, path),
        message: `The manifest declares ${name}, which no script uses.`,
        fix: `Remove ${name} from the manifest.`,
      }))
  },
}
