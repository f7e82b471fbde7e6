import {
  emptyShareFault,
  isShareTextTooLong,
  sharePicture,
  shareTextFault,
} from '../../platform/calls/faults.js'
import type { SHARING_CALLS } from '../../platform/calls/sharing.js'
import { formatCredits } from '../../platform/credits.js'
import {
  SHARE_POST_PRICE_THOUSANDTHS,
  SHARE_TEXT_MAX_CHARACTERS,
  SHARES_PER_HOUR,
} from '../../platform/limits.js'
import { slugOf } from '../../platform/text.js'
import { HOUR_MS } from '../../platform/units.js'
import { because, type SwitchReason } from '../control/switches.js'
import type { RateLimit } from '../rate-window.js'
import type { Call, Handlers } from '../session/call.js'
import { CallRejection, refuseFault } from '../session/call-rejection.js'
import type { ShareChoice } from '../session/sheets.js'
import { PictureDrawing } from './picture-drawing.js'
import type { SharePicture } from './pictures.js'
import { Publication } from './publication.js'

/** `share` (4.4). The answer never says whether, where or with whom the person shared. */
export const SHARING = {
  share: async ({ image, text }, call, { sharing: { pictures, real } }) => {
    const { app, clock, seat } = call.session
    const sharedText = text ?? ''
    refuseFault(emptyShareFault(image ?? null, sharedText))
    refuseFault(shareTextFault(sharedText))
    const sheet = call.claimSheet()
    const drawing =
      image === undefined || image === '' ? null : new PictureDrawing(encodedIn(image), pictures)
    // A large picture takes seconds to redraw: until then, the sheet shows it as it came.
    const picture = drawing === null ? null : (drawing.asItCame ?? (await drawing.drawn))
    const refusal = cannotShare(call)
    if (refusal !== null) {
      await drawing?.drawn
      call.explain(refusal.why, refusal.by)
      return {}
    }
    const shares = real === null ? seat.rate(SHARES) : real.rate(seat.appUserId, SHARES)
    if (shares.wait(clock.now()) !== null) {
      await drawing?.drawn
      call.session.notifyPerson('You have shared a lot in the last hour. Try again later.')
      call.explain(
        `The limit is ${SHARES_PER_HOUR} share sheets an hour. A notice asked the person to try again later (8.2).`,
        'limit',
      )
      return {}
    }
    const offer = {
      app: app.name,
      picture,
      text: sharedText,
      postPrice: formatCredits(SHARE_POST_PRICE_THOUSANDTHS),
      line: `Play ${app.name}: ${real?.appAddress ?? `${EXAMPLE_SITE}/apps/${slugOf(app.name)}`}`,
      ...(real === null ? {} : { chats: real.chats(seat.appUserId) }),
    }
    const judge = (made: ShareChoice): string | null => {
      if (made.to === 'story') return picture === null ? 'A story needs a picture.' : null
      if (picture === null && made.text.trim() === '')
        return 'There is nothing to share yet. Write something.'
      if (made.to === 'chat' && offer.chats?.every(({ id }) => id !== made.chat) === true)
        return 'Choose a chat.'
      return personsTextFault(made.text)
    }
    const publication = real === null ? null : new Publication(real, seat.appUserId, offer.line)
    const open = (): Promise<ShareChoice | null> =>
      sheet.open(
        'share',
        offer,
        (made) => {
          if (made === null) return null
          const fault = judge(made)
          if (fault !== null) return fault
          // Only the redrawn picture is shared.
          if (publication !== null) return publication.of(made, drawing)
          return drawing?.done === null
            ? drawing.drawn.then(
                () => null,
                () => null,
              )
            : null
        },
        (change) => {
          // A picture that turns out to be unreadable uses up no sheet of the hour.
          const onDrawn = (drawn: SharePicture | null): void => {
            shares.take(clock.now())
            if (drawn !== picture) change({ ...offer, picture: drawn })
          }
          if (drawing === null || drawing.done !== null) onDrawn(drawing?.done ?? null)
          else drawing.drawn.then(onDrawn, () => sheet.withdraw())
        },
      )
    const choice = drawing === null ? await open() : await drawing.unlessItFails(open())
    call.explain(
      choice === null
        ? 'The person closed the sheet.'
        : `The person chose ${choice.to}. ${real === null ? 'In a test run nothing is posted (4.4). ' : ''}The app is not told.`,
    )
    return {}
  },
} as const satisfies Handlers<keyof typeof SHARING_CALLS, 'sharing'>

/** The person may edit the text under the rules of their own posts. Only its length is limited. */
const personsTextFault = (text: string): string | null =>
  isShareTextTooLong(text) ? `The text can have at most ${SHARE_TEXT_MAX_CHARACTERS} characters.` : null

const SHARES: RateLimit = { limit: SHARES_PER_HOUR, windowMs: HOUR_MS }

const encodedIn = (image: string): string => {
  const sent = sharePicture(image)
  if ('fault' in sent) throw new CallRejection(sent.fault.code, sent.fault.message, sent.fault.why)
  return sent.encoded
}

/** Why this person cannot share here, for the log (4.4, 5), or null. */
const cannotShare = ({ switches }: Call): SwitchReason | null => {
  if (switches.share === 'unavailable') return because('share', 'The switch `share` is `unavailable`.')
  if (switches.person === 'signed-out')
    return because('person', 'The person is signed out and cannot post or send (4.4).')
  if (switches.person === 'no-birth-date')
    return because('person', 'The person gave no date of birth and cannot post or send (4.4).')
  return null
}

/** Stands for the service's site, which the simulator does not know. */
const EXAMPLE_SITE = 'https://service.example'
