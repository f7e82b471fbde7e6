import { schemaRule } from './schema-rule.js'

export const duplicateProductId = schemaRule('duplicate-product-id', {
  id: 'manifest/duplicate-product-id',
  level: 'error',
  impact: null,
  section: '2.3',
  breach: 'Two products have the same id.',
  why: '`pay` names a product by its id, so ids are unique within the manifest.',
  mend: 'Give each product an id of its own.',
})
