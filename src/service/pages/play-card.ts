import { type Html, html } from '../../local-server/html.js'

/** A mini app that something was shared from (4.4 of the mini app platform document). */
export interface PlayCard {
  readonly name: string
  /** The path of its page. */
  readonly path: string
}

/** The app's card, with a link that plays it. */
export const playCard = (card: PlayCard | null): Html | null =>
  card === null
    ? null
    : html`<a class="preview" href="${card.path}"><b><bdi>${card.name}</bdi></b><span>Play</span></a>`
