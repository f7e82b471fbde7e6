import { CAPABILITIES } from '../../../platform/features.js'
import { textLimits } from '../../../platform/manifest.js'
import { codePoints } from '../../../platform/text.js'
import { compareVersions } from '../../../platform/versions.js'
import type { BundleFacts } from '../../facts/file-summary.js'
import { inManifest } from '../../facts/manifest/manifest.js'
import { fieldName, type ManifestPath, valueAt } from '../../facts/manifest/path.js'
import type { Breach, BundleRule, RuleText } from '../../rule.js'

/** The App ID that the templates have until the person gives their own. */
export const PLACEHOLDER_APP_ID = 'ma_exampleapp'

type FieldBreach = Breach & { readonly path: ManifestPath; readonly at?: 'key' }

/**
 * A rule about fields that the schema allows.
 * @param find the fields that break it, by the value of the manifest
 */
const fieldRule = (
  text: RuleText,
  find: (manifest: unknown, facts: BundleFacts) => readonly FieldBreach[],
): BundleRule => ({
  ...text,
  check: (facts) =>
    find(facts.manifest.value, facts).map(({ path, at, ...breach }) => ({
      ...inManifest(facts.manifest, path, at),
      ...breach,
    })),
})

const hasElements = (list: unknown): boolean => Array.isArray(list) && list.length > 0

export const aiCapability = fieldRule(
  {
    id: 'manifest/ai-capability',
    level: 'flag',
    impact: null,
    section: '3.1',
    breach: 'The manifest requests on-device AI.',
    why: 'A version that requests a capability, a higher capability version or a tool for the first time waits for an admin, who grants or declines each.',
    remedy:
      "Nothing to fix: allow time for the admin's decision, and explain in `purpose` what the capability is for. Once it is granted, allow this rule with `--allow manifest/ai-capability`, so that `--strict` does not fail on it.",
  },
  (manifest) =>
    CAPABILITIES.flatMap((name): readonly FieldBreach[] => {
      const declared = valueAt(manifest, ['capabilities', name])
      if (declared === undefined) return []
      const tools = valueAt(declared, ['tools'])
      const withTools = Array.isArray(tools) && tools.length > 0 ? ` with ${tools.join(', ')}` : ''
      return [
        {
          path: ['capabilities', name],
          at: 'key',
          message: `Requests ${name}${withTools}: unless it was granted to an earlier version, this version waits for an admin.`,
          fix: "Wait for the admin's decision, or remove the capability; once it is granted, allow this rule with --allow manifest/ai-capability.",
        },
      ]
    }),
)

/** Fields that are right by themselves, and wrong or worth a word beside others. */
export const MANIFEST_FIELD_RULES: readonly BundleRule[] = [
  aiCapability,
  fieldRule(
    {
      id: 'manifest/duplicate-element',
      level: 'warning',
      impact: null,
      section: '2.2',
      breach: 'A list of names in the manifest contains a duplicate.',
      why: 'The duplicate has no effect and is most likely a mistake.',
      remedy: 'Remove the duplicate.',
    },
    (manifest) =>
      [['requires'], ['screenshots'], ['capabilities', 'ai.assistant', 'tools']].flatMap((path) => {
        const list = valueAt(manifest, path)
        if (!Array.isArray(list)) return []
        const seen = new Set<unknown>()
        return list.flatMap((element, index) => {
          if (typeof element !== 'string' || !seen.has(element)) {
            seen.add(element)
            return []
          }
          const message = `${fieldName(path)} has ${JSON.stringify(element)} twice.`
          return [{ path: [...path, index], message }]
        })
      }),
  ),
  fieldRule(
    {
      id: 'manifest/not-higher',
      level: 'error',
      impact: null,
      section: '9',
      breach: 'The version is not higher than the one given with --after.',
      why: 'Every upload must have a higher version than every earlier upload.',
      remedy: 'Raise the version, for example with `miniapp pack --bump patch`.',
    },
    (manifest, { after }) => {
      const version = valueAt(manifest, ['version'])
      if (after === null || typeof version !== 'string') return []
      const order = compareVersions(version, after)
      if (order === null || order > 0) return []
      return [
        {
          path: ['version'],
          message: `version is ${version}; it must be higher than ${after}.`,
          fix: `Raise the version above ${after}.`,
        },
      ]
    },
  ),
  fieldRule(
    {
      id: 'manifest/pay-without-products',
      level: 'warning',
      impact: null,
      section: '2.3',
      breach: '`requires` lists `pay`, but there are no products.',
      why: '`pay` rejects with NO_SUCH_PRODUCT for a product that is not in the manifest.',
      remedy: 'Add the products that the app sells, or remove `pay` from `requires`.',
    },
    (manifest) => {
      const required = valueAt(manifest, ['requires'])
      const index = Array.isArray(required) ? required.indexOf('pay') : -1
      if (index === -1 || hasElements(valueAt(manifest, ['products']))) return []
      const message = 'requires lists pay, but the manifest has no products.'
      return [{ path: ['requires', index], message }]
    },
  ),
  fieldRule(
    {
      id: 'manifest/placeholder-app-id',
      level: 'info',
      impact: null,
      section: '2.2',
      breach: 'The App ID is the placeholder that `miniapp init` writes.',
      why: 'The service refuses an upload whose App ID is not the one from registration. Until the upload, everything works with the placeholder.',
      remedy: 'Register the app, and set `app_id` to its App ID.',
    },
    (manifest) =>
      valueAt(manifest, ['app_id']) === PLACEHOLDER_APP_ID
        ? [
            {
              path: ['app_id'],
              message: `The app_id is the placeholder ${PLACEHOLDER_APP_ID}; the upload needs the App ID from registration.`,
              fix: 'Set app_id to your own App ID before you upload.',
            },
          ]
        : [],
  ),
  fieldRule(
    {
      id: 'manifest/sales-need-an-adult',
      level: 'info',
      impact: null,
      section: '2.1',
      breach: 'The app sells products or access.',
      why: 'Accounts under 18 can publish only free apps: `access.type` is `free` and there are no products.',
      remedy: "Upload it from an adult's account.",
    },
    (manifest) => {
      const type = valueAt(manifest, ['access', 'type'])
      const path =
        type === 'one_time' || type === 'pass_30d'
          ? ['access', 'type']
          : hasElements(valueAt(manifest, ['products']))
            ? ['products']
            : null
      const message = 'The app sells products or access; accounts under 18 can publish only free apps.'
      return path === null ? [] : [{ path, message }]
    },
  ),
  fieldRule(
    {
      id: 'manifest/text-near-limit',
      level: 'warning',
      impact: null,
      section: '2.2',
      breach: 'A text is within its limit in code points, but not in UTF-16 units.',
      why: 'Some tools count characters outside the basic plane, such as most emoji, as two.',
      remedy: 'Shorten the text so that it is within the limit either way.',
    },
    (manifest) =>
      textLimits(manifest).flatMap(({ path, max }) => {
        const text = valueAt(manifest, path)
        if (typeof text !== 'string' || text.length <= max) return []
        const characters = codePoints(text)
        if (characters > max) return []
        return [
          {
            path,
            message: `${fieldName(path)} has ${characters} characters but ${text.length} UTF-16 units; the limit is ${max} characters, and some tools count UTF-16 units.`,
            fix: `Shorten it by ${text.length - max}.`,
          },
        ]
      }),
  ),
  fieldRule(
    {
      id: 'manifest/undeclared-capability',
      level: 'warning',
      impact: 'breaks',
      section: '2.4',
      breach: '`requires` lists an AI capability that `capabilities` does not declare.',
      why: 'Every call to an undeclared capability rejects with NOT_DECLARED.',
      remedy: 'Declare the capability with its version and purpose, or remove it from `requires`.',
    },
    (manifest) => {
      const required = valueAt(manifest, ['requires'])
      if (!Array.isArray(required)) return []
      return CAPABILITIES.flatMap((name) => {
        const index = required.indexOf(name)
        if (index === -1 || valueAt(manifest, ['capabilities', name]) !== undefined) return []
        return [
          {
            path: ['requires', index],
            message: `requires lists ${name}, which capabilities does not declare; every call rejects with NOT_DECLARED.`,
            fix: `Declare ${name} in capabilities, or remove it from requires.`,
          },
        ]
      })
    },
  ),
  fieldRule(
    {
      id: 'manifest/unpaired-surrogate',
      level: 'warning',
      impact: null,
      section: '2.2',
      breach: 'A text has half a surrogate pair, written as an escape such as `\\ud83d`.',
      why: 'Half a pair is not a character. UTF-8 cannot encode it, so some parsers refuse the manifest and others show a box.',
      remedy: 'Write the character itself, or both halves of its escape.',
    },
    (manifest) =>
      textLimits(manifest).flatMap(({ path }) => {
        const text = valueAt(manifest, path)
        const half = typeof text === 'string' ? /\p{Surrogate}/u.exec(text) : null
        if (half === null) return []
        const message = `${fieldName(path)} has \\u${half[0].charCodeAt(0).toString(16)}, which is half a surrogate pair and not a character.`
        return [{ path, message }]
      }),
  ),
]
