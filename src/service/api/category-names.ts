import type { CATEGORIES } from '../../platform/manifest.js'

/** The platform document gives the ids only (2.2); the names are for this service to choose. */
export const CATEGORY_NAMES: Readonly<Record<(typeof CATEGORIES)[number], string>> = {
  games: 'Games',
  education: 'Education',
  tools: 'Tools',
  entertainment: 'Entertainment',
  lifestyle: 'Lifestyle',
  productivity: 'Productivity',
  other: 'Other',
}
