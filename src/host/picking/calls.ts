import { isChild } from '../../platform/ages.js'
import type { PICKING_CALLS } from '../../platform/calls/picking.js'
import { PICK_IMAGE_SIZE_DEFAULT_PIXELS, PICK_VIDEO_SECONDS_DEFAULT } from '../../platform/limits.js'
import type { Switches } from '../control/switches.js'
import { because, type SwitchReason } from '../control/switches.js'
import type { Call, Handlers } from '../session/call.js'
import type { PickOffer } from '../session/sheets.js'
import { PICK_MAX_BYTES, type PickSheet, pictureFault, videoFault } from './pick-faults.js'
import type { PickedFile } from './picked-file.js'

/** `pickImage` and `pickVideo` (4.5): the app gets a clean copy, or learns only that it gets none. */
export const PICKING = {
  pickImage: async ({ max_size: maxPixels = PICK_IMAGE_SIZE_DEFAULT_PIXELS }, call) => {
    const picked = await pick(call, 'pick-image', null, async (file) => {
      const read = await file.asPicture(maxPixels)
      return 'fault' in read ? pictureFault(read) : read
    })
    return isRefusal(picked) ? picked : { status: 'picked', ...picked }
  },

  pickVideo: async ({ max_seconds: maxSeconds = PICK_VIDEO_SECONDS_DEFAULT }, call) => {
    const picked = await pick(call, 'pick-video', maxSeconds, async (file) => {
      const read = await file.asVideo(maxSeconds)
      return 'fault' in read ? videoFault(read, maxSeconds) : read
    })
    if (isRefusal(picked)) return picked
    const { video, type, ...facts } = picked
    return { status: 'picked', video, type, size: video.size, ...facts }
  },
} as const satisfies Handlers<keyof typeof PICKING_CALLS, never>

/** All that the app learns if it gets no file. */
export interface Refusal {
  readonly status: 'cancelled' | 'unavailable'
}

const isRefusal = (picked: object): picked is Refusal => 'status' in picked

/**
 * Opens the sheet until the person chooses a usable file, or closes it.
 * @param read returns the clean copy, or what is wrong with the file, in words for the person
 */
const pick = async <Clean extends object>(
  call: Call,
  sheet: PickSheet,
  maxSeconds: PickOffer['maxSeconds'],
  read: (file: PickedFile) => Promise<Clean | string>,
): Promise<Clean | Refusal> => {
  const refusal = mayGiveMedia(call.switches)
  if (refusal !== null) {
    call.explain(refusal.why, refusal.by)
    return { status: 'unavailable' }
  }
  const clean = new Map<PickedFile, Clean>()
  const offer: PickOffer = { app: call.session.app.name, maxBytes: PICK_MAX_BYTES[sheet], maxSeconds }
  const chosen = await call.claimSheet().open(sheet, offer, async (file) => {
    if (file === null) return null
    const result = await read(file)
    if (typeof result === 'string') return result
    clean.set(file, result)
    return null
  })
  const taken = chosen === null ? undefined : clean.get(chosen)
  if (taken !== undefined) {
    const refusalNow = mayGiveMedia(call.session.switches())
    if (refusalNow === null) return taken
    call.explain(refusalNow.why, refusalNow.by)
    return { status: 'unavailable' }
  }
  call.explain('The person closed the sheet without choosing (4.5).')
  return { status: 'cancelled' }
}

/**
 * Why this person cannot give photos or videos here, for the log: the app learns only that picking is unavailable
 * (4.5, 5).
 * @returns null if they can
 */
const mayGiveMedia = ({ pickers, person, guardian }: Switches): SwitchReason | null => {
  if (pickers === 'unavailable') return because('pickers', 'The switch `pickers` is `unavailable`.')
  if (isChild(person) && !guardian.media)
    return because('guardian', 'The person is a child whose guardian did not allow photos and videos (5).')
  return null
}
