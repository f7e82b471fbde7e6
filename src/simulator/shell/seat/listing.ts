import type { Item } from '../../../host/money/sale.js'
import { inCredits } from '../../../platform/credits.js'
import { PASS_MS } from '../../../platform/limits.js'
import { DAY_MS } from '../../../platform/units.js'
import { isRecord } from '../../../rpc/host-message.js'
import type { AppInfo } from '../../messages.js'

/** An app's page as the service would show it (2.2 to 2.4), as far as the manifest is valid. */
export type Listing = ReturnType<typeof readListing>

export interface ForSale {
  readonly label: string
  readonly item: Item
  /** In credits. */
  readonly price: string
}

/** The version's own folder on the bundle's origin, "BASE" in 2.10. */
export const bundleBase = (app: AppInfo, frameUrl: string): string =>
  new URL(`/${app.id}/${app.version}/`, frameUrl).href

/**
 * Reads a manifest that may be incomplete: a missing or invalid field is empty, and the problems explain why.
 * @param base the version's own folder; only files below it are shown
 */
export const readListing = (manifest: unknown, base: string) => {
  const fields = isRecord(manifest) ? manifest : {}
  const access = isRecord(fields['access']) ? fields['access'] : {}
  return {
    name: text(fields['name']),
    summary: text(fields['summary']),
    description: text(fields['description']),
    version: text(fields['version']),
    category: text(fields['category']),
    ageRating: text(fields['age_rating']),
    orientation: text(fields['orientation']) || 'any',
    iconUrl: fileUrl(fields['icon'], base),
    screenshotUrls: list(fields['screenshots'])
      .map((path) => fileUrl(path, base))
      .filter((url) => url !== null),
    /** The access condition, in words. */
    access: accessWords(access),
    accessStatement: text(access['statement']),
    products: list(fields['products'])
      .filter(isRecord)
      .map((product) => ({
        id: text(product['id']),
        title: text(product['title']),
        statement: text(product['statement']),
        price: text(product['price']),
        kind: product['kind'] === 'permanent' ? 'Buy once, own forever' : 'Consumable, can be bought again',
      })),
    /** The items for sale: the products, and access to a paid app. */
    forSale: [...productsForSale(fields), ...accessForSale(access)],
    capabilities: Object.entries(isRecord(fields['capabilities']) ? fields['capabilities'] : {}).map(
      ([name, declared]) => ({
        name,
        purpose: isRecord(declared) ? text(declared['purpose']) : '',
        tools: isRecord(declared) ? list(declared['tools']).map(text).join(', ') : '',
      }),
    ),
    requires: list(fields['requires']).map(text),
  }
}

const productsForSale = (fields: Readonly<Record<string, unknown>>): readonly ForSale[] =>
  list(fields['products'])
    .filter(isRecord)
    .map((product) => ({
      label: text(product['title']) || text(product['id']),
      item: {
        type: 'product',
        id: text(product['id']),
        kind: product['kind'] === 'permanent' ? 'permanent' : 'consumable',
      },
      price: text(product['price']),
    }))

const accessForSale = ({ type, price }: Readonly<Record<string, unknown>>): readonly ForSale[] =>
  type === 'one_time' || type === 'pass_30d'
    ? [
        {
          label: type === 'one_time' ? 'Access, kept forever' : `Access for ${PASS_MS / DAY_MS} days`,
          item: { type: 'access', access: type },
          price: text(price),
        },
      ]
    : []

const accessWords = (access: Readonly<Record<string, unknown>>): string => {
  const price = text(access['price'])
  switch (access['type']) {
    case 'free':
      return 'Free'
    case 'one_time':
      return `${inCredits(price)}, unlocked forever`
    case 'pass_30d':
      return `${inCredits(price)} for ${PASS_MS / DAY_MS} days`
    default:
      return ''
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A file of the bundle; null for a path outside it. */
const fileUrl = (path: unknown, base: string): string | null => {
  if (typeof path !== 'string' || path === '' || !URL.canParse(path, base)) return null
  const url = new URL(path, base).href
  return url.startsWith(base) ? url : null
}
