import { argumentRule } from './argument-rule.js'

export const shareImage = argumentRule('share-image', {
  id: 'sdk/share-image',
  level: 'warning',
  impact: 'breaks',
  section: '4.4',
  breach: 'A picture to share is a text that is not a PNG or JPEG as a data URL.',
  why: 'The call rejects INVALID_IMAGE or IMAGE_TOO_LARGE and no sheet opens. A path is not a picture.',
  mend: 'Pass a canvas, a Blob, or a PNG or JPEG as a data URL.',
})
