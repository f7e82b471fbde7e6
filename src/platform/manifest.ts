import * as z from 'zod/mini'
import { AGE_RATINGS } from './ages.js'
import { CREDITS, formatCredits, parseCredits } from './credits.js'
import { ASSISTANT_TOOLS, CAPABILITIES, REQUIRABLE_FEATURES } from './features.js'
import {
  ACCESS_PRICE_MAX_THOUSANDTHS,
  ACCESS_PRICE_MIN_THOUSANDTHS,
  CAPABILITY_MIN_VERSION,
  DESCRIPTION_MAX_CHARACTERS,
  DESCRIPTION_MIN_CHARACTERS,
  MANIFEST_FORMAT_VERSION,
  MAX_PRODUCTS,
  MAX_SCREENSHOTS,
  NAME_MAX_CHARACTERS,
  NAME_MIN_CHARACTERS,
  PRODUCT_ID_MAX_CHARACTERS,
  PRODUCT_PRICE_MAX_THOUSANDTHS,
  PRODUCT_PRICE_MIN_THOUSANDTHS,
  PRODUCT_TITLE_MAX_CHARACTERS,
  PRODUCT_TITLE_MIN_CHARACTERS,
  PURPOSE_MAX_CHARACTERS,
  PURPOSE_MIN_CHARACTERS,
  STATEMENT_MAX_CHARACTERS,
  STATEMENT_MIN_CHARACTERS,
  SUMMARY_MAX_CHARACTERS,
  SUMMARY_MIN_CHARACTERS,
  VERSION_PART_MAX,
} from './limits.js'
import { codePoints, formatNumber, LINE_BREAK } from './text.js'

/**
 * The manifest (2.2 to 2.4) as one schema. Every message completes the sentence "it must be …". A custom issue names
 * its breach in `params`; other issues have codes of zod. The validator itself checks that product IDs are unique:
 * zod skips such checks if an element is invalid.
 */

/** The breaches for which zod has no code. */
export type ManifestBreach = 'text-length' | 'text-form' | 'price-out-of-range'

/** What a custom issue of this schema carries. */
export interface BreachParams {
  readonly breach: ManifestBreach
  /** What was found, as the words after the field's name; absent if the value is enough. */
  readonly found?: string
  /** The fix, as one imperative sentence. */
  readonly fix: string
}

const oneOf = (values: readonly string[]): string => `one of ${values.join(', ')}`

const string = (allowed: string) => z.string({ error: allowed })

const breach = (allowed: string, params: BreachParams) =>
  ({ code: 'custom', message: allowed, params: { ...params } }) as const

/** Unicode white space, U+FEFF included (readings). */
const SPACE = /[\p{White_Space}\ufeff]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u

/**
 * A text that people read: its length in code points, no outer spaces, no control characters, and one line
 * unless `lines` says otherwise (2.2).
 */
const text = (min: number, max: number, lines: 'one' | 'many' = 'one') => {
  const allowed =
    lines === 'one' ? `${min} to ${max} characters on one line` : `${min} to ${formatNumber(max)} characters`
  return string(`a string of ${allowed}`).check(
    z.superRefine<string>((value, context) => {
      const length = codePoints(value)
      if (length < min) {
        const fix = `Write at least ${min} characters.`
        context.addIssue(
          breach(allowed, { breach: 'text-length', found: `has ${plural(length, 'character')}`, fix }),
        )
      }
      if (length > max) {
        const fix = `Shorten it by ${plural(length - max, 'character')}.`
        context.addIssue(
          breach(allowed, {
            breach: 'text-length',
            found: `has ${formatNumber(length)} characters`,
            fix,
          }),
        )
      }
      for (const flaw of textFlaws(value, lines)) {
        context.addIssue(breach(allowed, { breach: 'text-form', ...flaw }))
      }
    }),
    z.meta({
      minLength: min,
      maxLength: max,
      ...(lines === 'one' ? { pattern: '^[^\\n\\r\\u2028\\u2029]*$' } : {}),
    }),
  )
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Character by character: a regular expression for trailing spaces takes quadratic time on long runs of spaces. */
const withoutOuterSpace = (value: string): string => {
  let start = 0
  let end = value.length
  while (start < end && SPACE.test(value.charAt(start))) start += 1
  while (end > start && SPACE.test(value.charAt(end - 1))) end -= 1
  return value.slice(start, end)
}

const textFlaws = (value: string, lines: 'one' | 'many'): { found: string; fix: string }[] => {
  const flaws: { found: string; fix: string }[] = []
  const inner = withoutOuterSpace(value)
  if (inner !== value)
    flaws.push({ found: 'starts or ends with white space', fix: 'Remove the white space around the text.' })
  if (lines === 'one' && LINE_BREAK.test(inner))
    flaws.push({ found: 'has a line break', fix: 'Write the text on one line.' })
  const control = CONTROL.exec(inner.replace(/[\n\r]/g, ''))
  if (control !== null) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    flaws.push({ found: `has the control character U+${code}`, fix: 'Remove the control character.' })
  }
  return flaws
}

/** A price in credits: a decimal string with up to three decimals (2.3). */
const price = (min: number, max: number) => {
  const range = `${formatCredits(min)} to ${formatCredits(max)} credits`
  const allowed = `a decimal string with up to 3 decimals, from ${range}`
  return string(allowed).check(
    z.superRefine<string>((value, context) => {
      const thousandths = parseCredits(value)
      if (thousandths === null || thousandths < min || thousandths > max)
        context.addIssue(
          breach(allowed, {
            breach: 'price-out-of-range',
            fix: `Write a price such as "1.5", from ${range}.`,
          }),
        )
    }),
    z.meta({ pattern: CREDITS.source }),
  )
}

const versionPart = `(0|[1-9]\\d{0,${String(VERSION_PART_MAX).length - 1}})`

/** `MAJOR.MINOR.PATCH` (2.2, 9). */
export const VERSION_PATTERN = new RegExp(`^${versionPart}\\.${versionPart}\\.${versionPart}$`)
/** An App ID (2.1). */
export const APP_ID_PATTERN = /^ma_[a-z2-7]{10}$/
/** A product's id (2.3). */
const PRODUCT_ID_PATTERN = new RegExp(`^[a-z0-9_]{1,${PRODUCT_ID_MAX_CHARACTERS}}$`)

/** The categories (2.2). */
export const CATEGORIES = [
  'games',
  'education',
  'tools',
  'entertainment',
  'lifestyle',
  'productivity',
  'other',
] as const
export const ORIENTATIONS = ['portrait', 'landscape', 'any'] as const
const ACCESS_TYPES = ['free', 'one_time', 'pass_30d'] as const
const PRODUCT_KINDS = ['consumable', 'permanent'] as const
/** The default of `entry` (2.2). */
export const DEFAULT_ENTRY = 'index.html'

const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: oneOf(values) })

/** Extensions match in any letter case. Patterns in a JSON Schema have no flag for that. */
const endingIn = (...extensions: readonly string[]): RegExp => {
  const letters = (extension: string): string =>
    extension.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
  return new RegExp(`^.*\\.(${extensions.map(letters).join('|')})$`)
}

const bundlePath = (pattern: RegExp, allowed: string) =>
  string(allowed).check(z.regex(pattern, { error: allowed }))

const statement = text(STATEMENT_MIN_CHARACTERS, STATEMENT_MAX_CHARACTERS)
const accessPrice = price(ACCESS_PRICE_MIN_THOUSANDTHS, ACCESS_PRICE_MAX_THOUSANDTHS)
const object = 'an object'

const paidAccess = <const T extends 'one_time' | 'pass_30d'>(type: T) =>
  z.strictObject({ type: z.literal(type), price: accessPrice, statement }, { error: object })

const access = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('free') }, { error: object }),
    paidAccess('one_time'),
    paidAccess('pass_30d'),
  ],
  { error: (issue) => (issue.code === 'invalid_union' ? oneOf(ACCESS_TYPES) : object) },
)

const productId = `1 to ${PRODUCT_ID_MAX_CHARACTERS} of a-z, 0-9 and _`

export const productSchema = z.strictObject(
  {
    id: string(productId).check(z.regex(PRODUCT_ID_PATTERN, { error: productId })),
    title: text(PRODUCT_TITLE_MIN_CHARACTERS, PRODUCT_TITLE_MAX_CHARACTERS),
    statement,
    price: price(PRODUCT_PRICE_MIN_THOUSANDTHS, PRODUCT_PRICE_MAX_THOUSANDTHS),
    kind: choice(PRODUCT_KINDS),
  },
  { error: object },
)

const products = z
  .array(productSchema, { error: `an array of up to ${MAX_PRODUCTS} products` })
  .check(z.maxLength(MAX_PRODUCTS, { error: `at most ${MAX_PRODUCTS} products` }))

const capabilityVersion = `a whole number of ${CAPABILITY_MIN_VERSION} or more`
const capabilityFields = {
  version: z
    .int({ error: capabilityVersion })
    .check(z.minimum(CAPABILITY_MIN_VERSION, { error: capabilityVersion })),
  purpose: text(PURPOSE_MIN_CHARACTERS, PURPOSE_MAX_CHARACTERS),
}

const capabilities = z.strictObject(
  {
    'ai.image': z.optional(z.strictObject(capabilityFields, { error: object })),
    'ai.audio': z.optional(z.strictObject(capabilityFields, { error: object })),
    'ai.assistant': z.optional(
      z.strictObject(
        {
          ...capabilityFields,
          tools: z.optional(z.array(choice(ASSISTANT_TOOLS), { error: 'an array of tools' })),
        },
        { error: object },
      ),
    ),
  },
  { error: 'an object keyed by ai.image, ai.audio, ai.assistant' },
)

const formatVersion = `the number ${MANIFEST_FORMAT_VERSION}`
const appId = 'the App ID that registration gave: ma_ and ten of a-z and 2-7'
const version = `MAJOR.MINOR.PATCH, each 0 to ${VERSION_PART_MAX}, without leading zeros`

export const manifestSchema = z.strictObject(
  {
    service_miniapp: z.literal(MANIFEST_FORMAT_VERSION, { error: formatVersion }),
    app_id: string(appId).check(z.regex(APP_ID_PATTERN, { error: appId })),
    version: string(version).check(z.regex(VERSION_PATTERN, { error: version })),
    name: text(NAME_MIN_CHARACTERS, NAME_MAX_CHARACTERS),
    summary: text(SUMMARY_MIN_CHARACTERS, SUMMARY_MAX_CHARACTERS),
    description: z.optional(text(DESCRIPTION_MIN_CHARACTERS, DESCRIPTION_MAX_CHARACTERS, 'many')),
    category: z.optional(choice(CATEGORIES)),
    age_rating: choice(AGE_RATINGS),
    entry: z.optional(
      bundlePath(endingIn('html', 'htm'), 'the path of an .html or .htm file in the bundle').check(
        z.meta({ default: DEFAULT_ENTRY }),
      ),
    ),
    icon: bundlePath(endingIn('png'), 'the path of a PNG in the bundle'),
    screenshots: z.optional(
      z
        .array(
          bundlePath(
            endingIn('png', 'jpg', 'jpeg', 'webp'),
            'the path of a PNG, JPEG or WebP file in the bundle',
          ),
          { error: `an array of up to ${MAX_SCREENSHOTS} paths` },
        )
        .check(z.maxLength(MAX_SCREENSHOTS, { error: `at most ${MAX_SCREENSHOTS} screenshots` })),
    ),
    orientation: z.optional(choice(ORIENTATIONS).check(z.meta({ default: 'any' }))),
    access,
    products: z.optional(products),
    requires: z.optional(z.array(choice(REQUIRABLE_FEATURES), { error: 'an array of feature names' })),
    capabilities: z.optional(capabilities),
  },
  { error: object },
)

/** A valid manifest. */
export type Manifest = z.output<typeof manifestSchema>
export type Product = z.output<typeof productSchema>

/** The texts of a manifest that have a maximum length. Parts with another shape are skipped. */
export const textLimits = (
  manifest: unknown,
): readonly { readonly path: readonly (string | number)[]; readonly max: number }[] => {
  const products =
    typeof manifest === 'object' && manifest !== null && 'products' in manifest ? manifest.products : []
  return [
    { path: ['name'], max: NAME_MAX_CHARACTERS },
    { path: ['summary'], max: SUMMARY_MAX_CHARACTERS },
    { path: ['description'], max: DESCRIPTION_MAX_CHARACTERS },
    { path: ['access', 'statement'], max: STATEMENT_MAX_CHARACTERS },
    ...(Array.isArray(products) ? products.slice(0, MAX_PRODUCTS) : []).flatMap((_, index) => [
      { path: ['products', index, 'title'], max: PRODUCT_TITLE_MAX_CHARACTERS },
      { path: ['products', index, 'statement'], max: STATEMENT_MAX_CHARACTERS },
    ]),
    ...CAPABILITIES.map((name) => ({ path: ['capabilities', name, 'purpose'], max: PURPOSE_MAX_CHARACTERS })),
  ]
}
