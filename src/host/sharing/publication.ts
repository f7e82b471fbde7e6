import type { RealSharing } from '../real-runs/real-runs.js'
import type { ShareChoice } from '../session/sheets.js'
import type { PictureDrawing } from './picture-drawing.js'
import type { Pictures } from './pictures.js'

/** What `share` needs (4.4). */
export interface Sharing {
  readonly pictures: Pictures
  /** Where shares go; null in a test run, in which nothing is posted. */
  readonly real: RealSharing | null
}

/** Publishes what the person chose on one share sheet, once. */
export class Publication {
  readonly #sharing: RealSharing
  readonly #person: string
  readonly #line: string
  /** Whether it is being published, or was. */
  #isTaken = false

  /**
   * @param person their `app_user_id`
   * @param line what the host adds to a post or a chat message
   */
  constructor(sharing: RealSharing, person: string, line: string) {
    this.#sharing = sharing
    this.#person = person
    this.#line = line
  }

  /**
   * Publishes a choice that the sheet's own rules allow.
   * @param drawing the picture, which may still be redrawn
   * @returns why it cannot be posted, in words for the person; null once it is posted
   */
  async of(choice: ShareChoice, drawing: PictureDrawing | null): Promise<string | null> {
    // A second tap must not post it again while the first one is being saved.
    if (this.#isTaken) return 'It is being shared.'
    this.#isTaken = true
    let isPublished = false
    try {
      const picture = drawing === null ? null : await drawing.drawn.catch(() => null)
      // The call is rejected, and the sheet is withdrawn.
      if (drawing !== null && picture === null) return 'The picture cannot be read.'
      const fault = await this.#sharing.publish(this.#person, { ...choice, picture, line: this.#line })
      isPublished = fault === null
      return fault
    } finally {
      this.#isTaken = isPublished
    }
  }
}
