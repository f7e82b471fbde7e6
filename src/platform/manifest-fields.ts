import { ICON_MAX_PIXELS, ICON_MIN_PIXELS, PASS_MS } from './limits.js'
import type { Manifest, Product } from './manifest.js'
import { DAY_MS } from './units.js'

/**
 * The fields of the manifest in words (2.2 to 2.4): `miniapp docs manifest` and the JSON schema for editors have them.
 * Types and limits are those of the schema.
 */

type KeysOf<T> = T extends unknown ? keyof T & string : never

/** The fields, those within others after a dot. The capabilities have the same ones. */
export type ManifestField =
  | KeysOf<Manifest>
  | `access.${KeysOf<Manifest['access']>}`
  | `products.${KeysOf<Product>}`
  | `capabilities.${KeysOf<NonNullable<NonNullable<Manifest['capabilities']>['ai.assistant']>>}`

export interface ManifestFieldText {
  /** What it is, and what follows from it. */
  readonly text: string
  /** What people see of it. */
  readonly seen: string
}

export const MANIFEST_FIELDS = {
  service_miniapp: {
    text: "The manifest format's version.",
    seen: 'Nothing.',
  },
  app_id: {
    text: 'The App ID from registration on the service. An upload with a different one is refused.',
    seen: "Nothing. It is in the address of the app's files.",
  },
  version: {
    text: "The app's version. It must be higher than the version of every earlier upload.",
    seen: 'Nothing. You and the admins see it with each upload.',
  },
  name: {
    text: "The app's name.",
    seen: "The name in lists, on the app's page, in the bar above the app and on the payment sheet.",
  },
  summary: {
    text: 'What the app is, in one line.',
    seen: 'The line below the name in lists.',
  },
  description: {
    text: "The app's description. Only this field may have line breaks.",
    seen: "The text on the app's page.",
  },
  category: {
    text: "The category, until one is chosen on the app's page. A change there needs no upload.",
    seen: 'The part of the catalogue that lists the app.',
  },
  age_rating: {
    text: 'The age that the content is for: `4+` nothing objectionable; `9+` mild cartoon violence or scares; `13+` mild violence, crude humour, or simulated gambling without a real prize; `16+` stronger violence or mature themes; `18+` adult content. Selling items does not change it. An admin checks it.',
    seen: "The rating on the app's page. People who are too young for it cannot open the app.",
  },
  entry: {
    text: 'The page that is opened.',
    seen: 'The page itself, in the frame below the bar.',
  },
  icon: {
    text: `The app's icon, a square picture of ${ICON_MIN_PIXELS} to ${ICON_MAX_PIXELS} pixels. The host rounds the corners: keep the content in the middle 80%, on an opaque background.`,
    seen: "The picture in lists, on the app's page and on the payment sheet.",
  },
  screenshots: {
    text: 'Pictures of the app in use.',
    seen: "The pictures on the app's page.",
  },
  orientation: {
    text: 'The orientation of the phone while people use the app.',
    seen: 'The app in portrait or landscape.',
  },
  access: {
    text: 'Whether the app is free, or what opening it costs. Developers under 18 can only publish free apps.',
    seen: "The price on the app's page, and the payment sheet before the first start.",
  },
  'access.type': {
    text: `\`free\`: everybody can open the app. \`one_time\`: bought once and kept forever. \`pass_30d\`: bought for ${PASS_MS / DAY_MS} days; it does not renew automatically.`,
    seen: 'How long the payment lasts, on the payment sheet.',
  },
  'access.price': {
    text: 'The price in credits, as a string. Required for the paid types, and not allowed for `free`.',
    seen: 'The price on the payment sheet.',
  },
  'access.statement': {
    text: 'What people get for it, in plain words. Required for the paid types, and not allowed for `free`.',
    seen: 'The sentence on the payment sheet, word for word.',
  },
  products: {
    text: 'What the app sells with `Service.pay`. Only an adult can publish an app that sells something.',
    seen: 'The payment sheet, when the app calls `pay`.',
  },
  'products.id': {
    text: 'The ID that your code passes to `pay`. Each product has its own.',
    seen: 'Nothing.',
  },
  'products.title': {
    text: 'What the product is called.',
    seen: 'The title on the payment sheet.',
  },
  'products.statement': {
    text: 'What people get for it, in plain words.',
    seen: 'The sentence on the payment sheet, word for word.',
  },
  'products.price': {
    text: 'The price in credits, as a string.',
    seen: 'The price on the payment sheet.',
  },
  'products.kind': {
    text: '`consumable`: can be bought again and again; the app marks each as delivered with `consume`. `permanent`: bought once and owned forever.',
    seen: 'Whether the product can be bought again.',
  },
  requires: {
    text: 'Features without which the app cannot work. Leave optional ones out, and check them with `supports` or `capability` when the app runs.',
    seen: 'Where a feature is missing, the app does not open: people are told to update, or to use the phone app.',
  },
  capabilities: {
    text: 'The on-device AI that the app uses: `ai.image`, `ai.audio` and `ai.assistant`, each with the fields below. The first version that asks for one waits for an admin.',
    seen: 'The purposes, and a sheet that asks whether the app may use AI.',
  },
  'capabilities.version': {
    text: 'The lowest version of the capability that the app needs.',
    seen: 'Nothing.',
  },
  'capabilities.purpose': {
    text: 'What the app uses it for.',
    seen: "The sentence on the app's page and on the consent sheet, word for word.",
  },
  'capabilities.tools': {
    text: 'Tools that the assistant may use, for `ai.assistant` only.',
    seen: 'Nothing. Each new tool waits for an admin.',
  },
} as const satisfies Record<ManifestField, ManifestFieldText>

export const isManifestField = (path: string): path is ManifestField => Object.hasOwn(MANIFEST_FIELDS, path)

/** A field in a sentence or two: what it is, and what people see of it. */
export const describeField = (field: ManifestField): string => {
  const { text, seen }: ManifestFieldText = MANIFEST_FIELDS[field]
  const nothing = /^Nothing\. ?/
  if (nothing.test(seen)) return `${text} ${seen.replace(nothing, '')}`.trimEnd()
  return `${text} People see: ${seen.charAt(0).toLowerCase()}${seen.slice(1)}`
}

/** A manifest with every field. */
export const EXAMPLE_MANIFEST: Required<Manifest> = {
  service_miniapp: 1,
  app_id: 'ma_abcdefghij',
  version: '1.0.0',
  name: 'Space cats',
  summary: 'Collect stars with a cat that can fly.',
  description: 'Fly through nine galaxies.\n\nBy yourself, or against a friend.',
  category: 'games',
  age_rating: '4+',
  entry: 'index.html',
  icon: 'icon.png',
  screenshots: ['shots/flight.png'],
  orientation: 'portrait',
  access: {
    type: 'pass_30d',
    price: '5',
    statement: 'All galaxies for thirty days. It does not renew automatically.',
  },
  products: [
    {
      id: 'stars_100',
      title: '100 stars',
      statement: 'You get 100 stars to spend in the shop.',
      price: '2.5',
      kind: 'consumable',
    },
  ],
  requires: ['storage'],
  capabilities: {
    'ai.assistant': {
      version: 1,
      purpose: 'Answers questions about the planets that you visit.',
      tools: ['web_search'],
    },
  },
}
