import type { ShareOffer } from '../../../host/session/sheets.js'
import type { SharePicture } from '../../../host/sharing/pictures.js'
import type { SheetContent } from '../../messages.js'

/** A picture on the share sheet. */
export interface ShownPicture extends Omit<SharePicture, 'base64'> {
  readonly bytes: Blob
}

/** What the share sheet shows. */
export type ShownShare = Omit<ShareOffer, 'picture'> & { readonly picture: ShownPicture | null }

/** What a sheet shows: what the host sent, with pictures as browsers show them soonest. */
export type ShownContent =
  | Exclude<SheetContent, { readonly kind: 'share' }>
  | { readonly kind: 'share'; readonly offer: ShownShare }
