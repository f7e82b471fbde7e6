import { type Html, html } from '../../local-server/html.js'
import { CHAT_MESSAGE_LIFETIME_MS, POST_MAX_CHARACTERS, RATING_NAMES } from '../../platform/publishing.js'
import { HOUR_MS } from '../../platform/units.js'
import type { ShownPart } from '../page-routes/shown-parts.js'
import type { Message, Post } from '../records/records.js'
import type { FormState } from './layout.js'
import { type PlayCard, playCard } from './layout.js'
import { formStart, listPart, shortTime } from './mini-apps/parts.js'
import { MEDIA_PATH, MEMBERS_PAGE_PATH } from './paths.js'

/** A chat message, and the mini app that it was shared from. */
type ShownMessage = Message & { readonly play: PlayCard | null }

/** The page where other members act: they write to the user, post, and react to posts. */
export const membersPage = ({
  messages,
  posts,
  others,
  ticket,
  problem,
}: FormState & {
  /** Latest first. */
  readonly messages: ShownPart<ShownMessage>
  readonly posts: readonly Post[]
  readonly others: readonly { readonly id: string; readonly name: string }[]
}): Html => html`${problem === null ? null : html`<p class="card" role="alert">${problem}</p>`}
<section class="card">
<h2>Send a message to member_you</h2>
<p>It appears in the chats of member_you for ${CHAT_MESSAGE_LIFETIME_MS / HOUR_MS} hours, and as a notification.</p>
${formStart(`${MEMBERS_PAGE_PATH}/message`, ticket)}
<label for="member">Member ID</label>
<input id="member" name="member" value="member_ada" required maxlength="40" pattern="[A-Za-z0-9_]+" spellcheck="false">
<label for="text">Message</label>
<textarea id="text" name="text" required maxlength="2000" rows="3"></textarea>
<div class="actions tight"><button class="primary">Send</button></div>
</form>
</section>
<section class="card">
<h2>Publish a post as another member</h2>
${formStart(`${MEMBERS_PAGE_PATH}/post`, ticket)}
<label for="author">Author</label>
<select id="author" name="member">${others.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select>
<label for="content">Text</label>
<textarea id="content" name="text" required maxlength="${2 * POST_MAX_CHARACTERS}" rows="3"></textarea>
<label for="rating">Rating</label>
<select id="rating" name="rating">${RATING_NAMES.map((name) => html`<option>${name}</option>`)}</select>
<div class="actions tight"><button>Publish</button></div>
</form>
</section>
${
  posts.length === 0
    ? null
    : html`<section class="card">
<h2>React to a post by member_you</h2>
${formStart(`${MEMBERS_PAGE_PATH}/reaction`, ticket)}
<label for="subject">Post</label>
<select id="subject" name="subject">${posts.map(
        ({ id, content }) => html`<option value="${id}">${[...content].slice(0, 60).join('')}</option>`,
      )}</select>
<div class="actions tight"><button>React</button></div>
</form>
</section>`
}
${
  messages.total === 0
    ? null
    : html`<section class="card">
<h2>Chats</h2>
${listPart(messages, messageLine, 'messages')}
</section>`
}`

const messageLine = ({ senderId, text, sentAt, media = [], play }: ShownMessage): Html => {
  const pictures = media.map(
    (id) => html`<br><img src="${MEDIA_PATH}/${id}" alt="Picture from ${senderId}" loading="lazy">`,
  )
  return html`<b><bdi>${senderId}</bdi></b> <time class="hint">${shortTime(sentAt)}</time><br><span class="said" dir="auto">${text}</span>${pictures}${playCard(play)}`
}
