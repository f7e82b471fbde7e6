import {
  emptyShareFault,
  isShareTextTooLong,
  SHARE_PICTURE_WANTED,
  sharePicture,
  shareTextFault,
} from '../../platform/calls/faults.js'
import type { SHARING_CALLS } from '../../platform/calls/sharing.js'
import { formatCredits } from '../../platform/credits.js'
import {
  SHARE_IMAGE_MAX_PIXELS,
  SHARE_IMAGE_MIN_PIXELS,
  SHARE_POST_PRICE_THOUSANDTHS,
  SHARE_TEXT_MAX_CHARACTERS,
  SHARES_PER_HOUR,
} from '../../platform/limits.js'
import { HOUR_MS } from '../../platform/units.js'
import type { RateLimit } from '../rate-window.js'
import type { Call, Handlers } from '../session/call.js'
import { CallError, refuseFault } from '../session/call-error.js'
import type { Pictures, SharePicture } from './pictures.js'

/** `share` (4.4). The answer never says whether, where or with whom the person shared. */
export const SHARING = {
  share: async ({ image, text }, call, { sharing: pictures }) => {
    const { app, clock, seat } = call.session
    const sharedText = text ?? ''
    refuseFault(emptyShareFault(image ?? null, sharedText))
    refuseFault(shareTextFault(sharedText))
    const sheet = call.claimSheet()
    const picture = image === undefined || image === '' ? null : await readPicture(image, pictures)
    const refusal = cannotShare(call)
    if (refusal !== null) {
      call.explain(refusal)
      return {}
    }
    const shares = seat.rate(SHARES)
    if (shares.wait(clock.now()) !== null) {
      call.session.notifyPerson('You have shared a lot in the last hour. Try again later.')
      call.explain(
        `The limit is ${SHARES_PER_HOUR} share sheets an hour. A notice asked the person to try again later (8.2).`,
      )
      return {}
    }
    const choice = await sheet.open(
      'share',
      {
        app: app.name,
        picture,
        text: sharedText,
        postPrice: formatCredits(SHARE_POST_PRICE_THOUSANDTHS),
        line: `Play ${app.name}: {site_url}/apps/<slug>`,
      },
      (made) => {
        if (made === null) return null
        if (made.to === 'story') return picture === null ? 'A story needs a picture.' : null
        if (picture === null && made.text.trim() === '')
          return 'There is nothing to share yet. Write something.'
        return personsTextFault(made.text)
      },
      () => shares.take(clock.now()),
    )
    call.explain(
      choice === null
        ? 'The person closed the sheet.'
        : `The person chose ${choice.to}. In a test run nothing is posted (4.4). The app does not learn the choice.`,
    )
    return {}
  },
} as const satisfies Handlers<keyof typeof SHARING_CALLS, 'sharing'>

/** The person may edit the text under the rules of their own posts. Only its length is limited. */
const personsTextFault = (text: string): string | null =>
  isShareTextTooLong(text) ? `The text can have at most ${SHARE_TEXT_MAX_CHARACTERS} characters.` : null

const SHARES: RateLimit = { limit: SHARES_PER_HOUR, windowMs: HOUR_MS }

const readPicture = async (image: string, pictures: Pictures): Promise<SharePicture> => {
  const sent = sharePicture(image)
  if ('fault' in sent) throw new CallError(sent.fault.code, sent.fault.message, sent.fault.why)
  const picture = await pictures.redrawForShare(sent.encoded)
  if (picture === null)
    throw new CallError(
      'INVALID_IMAGE',
      `The picture is not a readable PNG or JPEG of ${SHARE_IMAGE_MIN_PIXELS} to ${SHARE_IMAGE_MAX_PIXELS} pixels per side.`,
      SHARE_PICTURE_WANTED,
    )
  return picture
}

/** Why this person cannot share here, for the log (4.4, 5), or null. */
const cannotShare = ({ switches }: Call): string | null => {
  if (switches.share === 'unavailable') return 'The switch `share` is `unavailable`.'
  if (switches.person === 'signed-out') return 'The person is signed out and cannot post or send (4.4).'
  if (switches.person === 'no-birth-date')
    return 'The person gave no date of birth and cannot post or send (4.4).'
  return null
}
