import { formatCredits } from '../../../platform/credits.js'
import {
  ACCESS_PRICE_MAX_THOUSANDTHS,
  ACCESS_PRICE_MIN_THOUSANDTHS,
  CAPABILITY_MIN_VERSION,
  MAX_PRODUCTS,
  MAX_SCREENSHOTS,
  PRODUCT_PRICE_MAX_THOUSANDTHS,
  PRODUCT_PRICE_MIN_THOUSANDTHS,
} from '../../../platform/limits.js'
import type { IssueKind } from '../../facts/manifest/issues.js'
import { inManifest } from '../../facts/manifest/manifest.js'
import { fieldName, type ManifestPath } from '../../facts/manifest/path.js'
import type { BundleRule, RuleText } from '../../rule.js'

/** One rule per kind of breach of the manifest's schema; the kind is the name of the rule. */
const TEXTS = {
  'duplicate-product-id': {
    section: '2.3',
    breach: 'Two products have the same ID.',
    why: '`pay` identifies a product by its ID, so IDs must be unique within the manifest.',
    remedy: 'Give each product its own ID.',
  },
  'malformed-value': {
    section: '2.2',
    breach: 'A field of the manifest does not have the required format.',
    why: 'The App ID, the version, paths and product IDs have a fixed format.',
    remedy: 'Write the value in the format that the message gives.',
  },
  'missing-field': {
    section: '2.2',
    breach: 'A required field of the manifest is missing.',
    why: 'The service refuses an upload with an incomplete manifest.',
    remedy: 'Add the field. The message says what it can contain.',
  },
  'number-out-of-range': {
    section: '2.4',
    breach: 'A number in the manifest is out of range.',
    why: `Capability versions are whole numbers of ${CAPABILITY_MIN_VERSION} or more.`,
    remedy: 'Use a number in the range that the message gives.',
  },
  'price-out-of-range': {
    section: '2.3',
    breach: 'A price is not a decimal string, or is out of range.',
    why: `Prices are decimal strings with up to three decimals: ${formatCredits(PRODUCT_PRICE_MIN_THOUSANDTHS)} to ${formatCredits(PRODUCT_PRICE_MAX_THOUSANDTHS)} credits for a product, ${formatCredits(ACCESS_PRICE_MIN_THOUSANDTHS)} to ${formatCredits(ACCESS_PRICE_MAX_THOUSANDTHS)} for access.`,
    remedy: 'Write the price as a string in the range, such as "1.5".',
  },
  'text-form': {
    section: '2.2',
    breach:
      'A text in the manifest has leading or trailing spaces, control characters, or line breaks that are not allowed.',
    why: 'Texts are shown exactly as written. Only `description` can have line breaks.',
    remedy: 'Remove control characters and the spaces around the text, and write it on one line.',
  },
  'text-length': {
    section: '2.2',
    breach: 'A text in the manifest is too short or too long.',
    why: 'Lists, payment sheets and consent screens have limited space. Characters are counted as Unicode code points.',
    remedy: 'Use a string of the length that the message gives.',
  },
  'too-many': {
    section: '8.1',
    breach: 'A list in the manifest is too long.',
    why: `A manifest has at most ${MAX_SCREENSHOTS} screenshots and ${MAX_PRODUCTS} products.`,
    remedy: 'Remove as many elements as the message says.',
  },
  'unknown-field': {
    section: '2.2',
    breach: 'The manifest has a field that the platform does not know.',
    why: 'The service refuses unknown fields, including `$schema`.',
    remedy: 'Remove the field or correct its name. Name an editor schema in .vscode/settings.json instead.',
  },
  'unknown-value': {
    section: '2.2',
    breach: 'A field of the manifest has a value that is not one of the allowed values.',
    why: 'The service accepts only the listed values, spelled exactly like that.',
    remedy: 'Use one of the values that the message lists.',
  },
  'wrong-type': {
    section: '2.2',
    breach: 'A field of the manifest has a value of the wrong type.',
    why: 'Each field has one JSON type.',
    remedy: 'Use the type that the message gives: quotes around a string, none around a number.',
  },
} as const satisfies Record<IssueKind, Pick<RuleText, 'section' | 'breach' | 'why' | 'remedy'>>

const ruleOf = (kind: string, text: (typeof TEXTS)[IssueKind]): BundleRule => ({
  id: `manifest/${kind}`,
  level: 'error',
  impact: null,
  ...text,
  check: ({ manifest }) =>
    manifest.issues
      .filter((issue) => issue.kind === kind)
      .map(({ path, found, allowed, fix }) => ({
        ...inManifest(manifest, path, kind === 'unknown-field' ? 'key' : 'value'),
        message: `${fieldName(path)} ${found}${allowed === '' ? '.' : `; it must be ${allowed}.`}`,
        fix,
        section: sectionOf(path),
      })),
})

/** The section that holds the rules of a field. */
const sectionOf = (path: ManifestPath): string => {
  if (path.length < 2) return '2.2'
  if (path[0] === 'access' || path[0] === 'products') return '2.3'
  return path[0] === 'capabilities' ? '2.4' : '2.2'
}

/** The rules on the schema of the manifest. */
export const MANIFEST_SCHEMA_RULES: readonly BundleRule[] = Object.entries(TEXTS).map(([kind, text]) =>
  ruleOf(kind, text),
)
