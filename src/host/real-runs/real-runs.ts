import type { Money } from '../money/money.js'
import type { RateLimit, RateWindow } from '../rate-window.js'
import type { ShareChat, ShareChoice } from '../session/sheets.js'
import type { SharePicture } from '../sharing/pictures.js'

/** What a person shares from an app (4.4). */
export interface Share extends ShareChoice {
  /** Redrawn from its pixels; null without one. */
  readonly picture: SharePicture | null
  /** The line that the host adds to a post or a chat message. */
  readonly line: string
}

/** Where the shares of real runs go. In a test run nothing is posted. */
export interface RealSharing {
  /** The address of the app's page, for the line that the host adds. */
  readonly appAddress: string
  /** A person's use of a rate limit, in all apps together (8.2). @param person their `app_user_id` */
  rate(person: string, limit: RateLimit): RateWindow
  /** The chats into which a person can send. @param person their `app_user_id` */
  chats(person: string): readonly ShareChat[]
  /**
   * Posts or sends a share under the person's name, under the rules of their own posts and messages.
   * @param person their `app_user_id`
   * @returns why it cannot be posted, in words for the person; null once it is posted
   */
  publish(person: string, share: Share): Promise<string | null>
}

/**
 * What makes the runs of a host real: people with accounts, their money, and where their shares go. Without it, every run
 * is a test run of the app's developer.
 */
export interface RealRuns {
  /** The `app_user_id` of the person in a seat (2.5). */
  readonly appUserId: (seat: number) => string
  readonly money: Money
  readonly sharing: RealSharing
  /** The developer's handle on the payment sheet (4.3). */
  readonly developer: string
}
