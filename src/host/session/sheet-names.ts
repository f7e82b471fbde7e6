import type { SheetKind } from './sheets.js'

/** What sentences call the sheets: `the payment sheet`. */
export const SHEET_NAMES = {
  payment: 'payment sheet',
  nickname: 'nickname sheet',
  share: 'share sheet',
  ai: 'AI sheet',
  'pick-image': 'photo picker',
  'pick-video': 'video picker',
} as const satisfies Record<SheetKind, string>
