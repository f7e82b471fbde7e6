import type { RateLimit, RateWindow } from '../rate-window.js'
import type { ShareChat, ShareChoice } from '../session/sheets.js'
import type { SharePicture } from './pictures.js'

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
