import type { MatchPlayer } from '../../../host/matches/match-player.js'
import type { Matches } from '../../../host/matches/matches.js'
import type { StatePost } from '../../../host/matches/state-hashes.js'
import { RateWindow } from '../../../host/rate-window.js'
import { SECOND_MS } from '../../../platform/units.js'
import { STATE_PREFIX } from '../../injected-messages.js'

/** Passes on the hashes that a seat's app posts to the console, up to a limit. */
export class StateIntake {
  readonly #note: (message: string) => void
  readonly #rate = new RateWindow({ limit: POSTS_PER_SECOND, windowMs: SECOND_MS })
  /** What the log already says. */
  readonly #noted = new Set<string>()

  /** @param note logs something for the developer */
  constructor(note: (message: string) => void) {
    this.#note = note
  }

  take(text: string, player: MatchPlayer, host: { readonly matches: Matches } | null): void {
    const post = readStatePost(text)
    if (post === null)
      this.#noteOnce(
        'form',
        `The app posted ${JSON.stringify(text.slice(0, SHOWN_CHARACTERS))} to the console. A state has the form ${STATE_FORM}: a whole number, and up to 64 visible ASCII characters.`,
      )
    else if (this.#rate.take(performance.now()) === null) host?.matches.statePosted(player, post)
    else
      this.#noteOnce(
        'rate',
        `The app posts more than ${POSTS_PER_SECOND} states a second. The others are not compared.`,
      )
  }

  /** Once per window: an app may post at every frame. */
  #noteOnce(what: string, message: string): void {
    if (this.#noted.has(what)) return
    this.#noted.add(what)
    this.#note(message)
  }
}

/** More than a game has frames. */
const POSTS_PER_SECOND = 150

const SHOWN_CHARACTERS = 80

/** The form of a post, for people. */
const STATE_FORM = `${STATE_PREFIX} <number> <hash>`

/** Reads a post. The number is whole, the hash is 1 to 64 visible ASCII characters. @returns null if it has another form */
export const readStatePost = (text: string): StatePost | null => {
  const [, number = '', hash = ''] = FORM.exec(text) ?? []
  return hash === '' || !Number.isSafeInteger(Number(number)) ? null : { number: Number(number), hash }
}

const FORM = new RegExp(`^${STATE_PREFIX} (\\d{1,16}) ([!-~]{1,64})$`)
