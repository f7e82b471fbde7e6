/** The types of the pictures that an app can share (4.1, 4.4). */
export const SHARE_IMAGE_TYPES = ['image/png', 'image/jpeg'] as const
export type ShareImageType = (typeof SHARE_IMAGE_TYPES)[number]

/** What precedes the base64 of a shared picture in its data URL (4.1). */
export const shareImageStart = (type: ShareImageType): string => `data:${type};base64,`
