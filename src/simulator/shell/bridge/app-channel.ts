import type { HostMessage } from '../../../platform/envelope.js'
import { wordsOfError } from '../../../platform/text.js'
import { isRecord } from '../../../rpc/host-message.js'
import type { StartTimer } from '../../../rpc/transport.js'
import {
  type PageMessage,
  REPORT_MARKER,
  type StylesMessage,
  type VisibilityMessage,
} from '../../injected-messages.js'
import type { SeatMessage, SentSheetContent } from '../../messages.js'
import type { ShellMessage } from '../../shell-messages.js'
import { lostAnswer, withBinaries } from './answer-binaries.js'
import { CallSources, lengthOf, readFrameMessage } from './frame-message.js'
import { BlockedDeparture, PageIdentity, readPageMessage } from './frame-page.js'
import { Intake, type Posted } from './intake.js'
import { KeptPictures, type ShownContent } from './share-pictures.js'

/** What the browser knows of the app, and does for it. */
export interface AppBrowser {
  readonly startTimer: StartTimer
  /** Monotonic time in milliseconds. */
  readonly now: () => number
  /** Whether a call made now follows a tap. */
  readonly hasActivation: () => boolean
  /** The app was tapped. */
  readonly tapped: () => void
  /** The page that may have been tapped is gone. */
  readonly forgetTaps: () => void
  /** Fetches the bytes of an answer, once; rejects if they are gone. */
  readonly fetchAnswerBytes: (id: string, type: string) => Promise<Blob>
  /** Called for every answer with a picture, sound or video. */
  readonly keepMedia?: (message: HostMessage) => void
}

/** Posts a message to the app's page. */
export type PostToApp = (message: HostMessage | VisibilityMessage | StylesMessage) => void

interface AppChannelOptions extends AppBrowser {
  /** Sends a message to the server. */
  readonly send: (message: ShellMessage) => void
  /** The number of the page in the frame. */
  readonly frame: () => number
  /** The app put another page into its frame: gives that page a number of its own. */
  readonly replaced: () => void
  /** The app has to be closed. The server knows it already. */
  readonly closed: (by: 'flood' | 'leaving') => void
}

/** Carries messages between the pages in the app's frame and the server. */
export class AppChannel {
  readonly #options: AppChannelOptions
  readonly #pictures = new KeptPictures()
  /** Null before the first page. */
  #intake: Intake | null = null
  #identity = new PageIdentity()
  #departure: BlockedDeparture
  #postToApp: { readonly frame: number; readonly post: PostToApp } | null = null

  constructor(options: AppChannelOptions) {
    this.#options = options
    this.#departure = new BlockedDeparture(options.now)
  }

  /** A page opens in a new frame element: forgets the earlier one, and what it posted. */
  restart(): void {
    this.#intake?.stop()
    this.#intake = this.#openIntake()
    this.#pictures.clear()
    this.#identity = new PageIdentity()
    this.#departure = new BlockedDeparture(this.#options.now)
    this.#options.forgetTaps()
  }

  /** Posts messages to the frame element that is shown now. */
  attach(post: PostToApp): void {
    this.#postToApp = { frame: this.#options.frame(), post }
  }

  /** A message from the frame element that is shown; the caller has verified its source. */
  take(posted: Posted): void {
    this.#intake?.take(posted)
  }

  /** Delivers an answer or event of the host, unless its page is gone. */
  deliver({ frame, message, binaries }: Extract<SeatMessage, { type: 'to-app' }>): void {
    const { fetchAnswerBytes, keepMedia, send } = this.#options
    if ('id' in message) this.#pictures.answered(message.id)
    const post = (complete: HostMessage): void => {
      if (this.#postToApp?.frame === frame) this.#postToApp.post(complete)
    }
    if (binaries === undefined) {
      post(message)
      return
    }
    withBinaries(message, binaries, fetchAnswerBytes).then(
      (complete) => {
        keepMedia?.(complete)
        post(complete)
      },
      (error: unknown) => {
        const reason = wordsOfError(error)
        send({ type: 'answer-lost', frame, reason })
        post(lostAnswer(message))
      },
    )
  }

  /** The person left the page, or is back: the injected script tells the app as a browser does (6). */
  showPage({ frame, visible }: Extract<SeatMessage, { type: 'page-visibility' }>): void {
    if (this.#postToApp?.frame === frame) this.#postToApp.post({ [REPORT_MARKER]: 1, visible })
  }

  /** Style sheets were saved: the injected script loads them again. */
  restyle(): void {
    this.#postToApp?.post({ [REPORT_MARKER]: 1, styles: 'changed' })
  }

  /** What a sheet shows, with the picture that the server sent or named. */
  complete(content: SentSheetContent): ShownContent {
    return this.#pictures.complete(content)
  }

  /** The app tried to navigate away, and the page around it prevented that (2.10). */
  leaveBlocked(url: string): void {
    this.#options.send({
      type: 'app-report',
      frame: this.#options.frame(),
      report: {
        kind: 'violation',
        message: `The app tried to navigate to ${url}, which mini apps cannot do.`,
        source: null,
        line: null,
        column: null,
        directive: 'frame-src',
        blocked: url,
      },
    })
    if (this.#departure.blocked()) this.#closeAsGone()
  }

  #openIntake(): Intake {
    const { startTimer, now, hasActivation, send, frame, closed } = this.#options
    const callSources = new CallSources()
    return new Intake({
      startTimer,
      now,
      handle: ({ data }) => {
        const said = readPageMessage(data)
        if (said !== null) {
          this.#hearPage(said)
          return 0
        }
        if (callSources.hear(data)) return 0
        const message = readFrameMessage(data, frame(), hasActivation(), (request) => callSources.of(request))
        const kept =
          message.type === 'request' && message.image !== undefined && isRecord(data)
            ? this.#pictures.keep(data['id'], message.image)
            : {}
        send({ ...message, ...kept })
        return lengthOf(message)
      },
      onFlood: () => {
        send({ type: 'close-app', flooding: true })
        closed('flood')
      },
    })
  }

  #hearPage(said: PageMessage): void {
    const news = this.#identity.read(said)
    if (news === null) return
    if (news === 'tapped') this.#options.tapped()
    else this.#options.forgetTaps()
    if (news === 'replaced') {
      this.#departure.replaced()
      this.#replace()
    }
    if (news === 'left' && this.#departure.left()) this.#closeAsGone()
  }

  /** The same frame element goes on, with the next page in it. */
  #replace(): void {
    this.#pictures.clear()
    this.#options.replaced()
    if (this.#postToApp !== null) this.#postToApp = { ...this.#postToApp, frame: this.#options.frame() }
  }

  #closeAsGone(): void {
    this.#options.send({ type: 'close-app', gone: true })
    this.#options.closed('leaving')
  }
}
