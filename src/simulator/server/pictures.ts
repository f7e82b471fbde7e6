import type { Pictures } from '../../host/sharing/pictures.js'

/** The host's pictures, by the decoder of the media library, which is loaded when the first one is needed. */
export const nodePictures: Pictures = {
  redrawForShare: async (base64) => {
    const { redrawForShare } = await import('../../media/pictures.js')
    const outcome = await redrawForShare(Buffer.from(base64, 'base64'))
    if (!outcome.ok) return null
    const { type, width, height, bytes } = outcome.picture
    return { type, width, height, base64: Buffer.from(bytes).toString('base64') }
  },
}
