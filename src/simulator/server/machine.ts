import type { BaseClock } from '../../host/clock.js'
import type { Pictures } from '../../host/sharing/pictures.js'

/** This machine's time. Its timers do not keep the process alive. */
export const machineClock: BaseClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  wake: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** The host's pictures, with the media library's decoder, which is loaded for the first one. */
export const nodePictures: Pictures = {
  redrawForShare: async (base64) => {
    const { redrawForShare } = await import('../../media/pictures.js')
    const outcome = await redrawForShare(Buffer.from(base64, 'base64'))
    if (!outcome.ok) return null
    const { type, width, height, bytes } = outcome.picture
    return { type, width, height, base64: Buffer.from(bytes).toString('base64') }
  },
}
