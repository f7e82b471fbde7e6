import { schemaRule } from './schema-rule.js'

export const priceOutOfRange = schemaRule('price-out-of-range', {
  id: 'manifest/price-out-of-range',
  level: 'error',
  impact: null,
  section: '2.3',
  breach: 'A price is no decimal string, or out of its range.',
  why: 'Prices are decimal strings with up to three decimals: 0.1 to 20 credits for a product, 0.1 to 50 for access.',
  mend: 'Write the price as a text such as "1.5", within the range.',
})
