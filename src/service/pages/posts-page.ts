import { type Html, html } from '../../local-server/html.js'
import { findLinks } from '../../platform/post-content.js'
import { RATINGS } from '../../platform/publishing.js'
import { LINE_BREAK } from '../../platform/text.js'
import type { Post } from '../records/records.js'
import { type PlayCard, playCard } from './layout.js'
import { shortTime } from './mini-apps/parts.js'
import { MEDIA_PATH } from './paths.js'

interface ShownMedia {
  readonly id: string
  readonly type: string
  readonly filename: string
}

/** A story with whom it is by. */
export interface ShownStory extends ShownMedia {
  readonly author: string
  /** Empty if no app published it. */
  readonly appName: string
}

export interface ShownPost {
  readonly post: Post
  readonly author: string
  /** Empty if no app published it. */
  readonly appName: string
  readonly media: readonly ShownMedia[]
  /** The mini app that it was shared from, where its page is there. */
  readonly play: PlayCard | null
  readonly hashtags: readonly string[]
}

/** The posts as readers see them, the newest first. */
export const postsPage = (
  posts: readonly ShownPost[],
  stories: readonly ShownStory[],
  older: string | null,
  howTo: Html,
): Html => html`${storiesStrip(stories)}
${postList(posts, older, howTo)}`

const storiesStrip = (stories: readonly ShownStory[]): Html | null =>
  stories.length === 0
    ? null
    : html`<section class="stories" aria-label="Stories">${stories.map(
        (story) => html`<figure>${mediaView(story)}
<figcaption><b><bdi>${story.author}</bdi></b>${story.appName === '' ? null : html` · via <bdi>${story.appName}</bdi>`}</figcaption></figure>`,
      )}</section>`

const mediaView = ({ id, type, filename }: ShownMedia): Html =>
  type.startsWith('video/')
    ? html`<video controls preload="metadata" src="${MEDIA_PATH}/${id}" aria-label="${filename}"></video>`
    : html`<img src="${MEDIA_PATH}/${id}" alt="${filename}" loading="lazy">`

const postList = (posts: readonly ShownPost[], older: string | null, howTo: Html): Html =>
  posts.length === 0
    ? html`<section class="card center">
<h1>No posts yet</h1>
<p>Posts that you publish to this service appear here.</p>
${howTo}
</section>`
    : html`<h1 class="visually-hidden">Posts</h1>
${posts.map(postCard)}
${older === null ? null : html`<p class="center"><a href="?before=${older}">Older posts</a></p>`}`

const postCard = (shown: ShownPost): Html => {
  const { post, author, appName, hashtags } = shown
  const at = new Date(post.publishedAt)
  return html`<article class="card post" id="${post.id}" aria-label="Post of ${at.toUTCString()}">
<p class="meta"><span class="avatar" aria-hidden="true">${[...author][0] ?? ''}</span><span><b><bdi>${author}</bdi></b><br>
<time datetime="${at.toISOString()}">${shortTime(post.publishedAt)}</time>${appName === '' ? null : html` · via <bdi>${appName}</bdi>`}</span>${
    post.rating === 'sfw' ? null : html`<span class="rating">${post.rating}</span>`
  }</p>
${
  post.rating === 'sfw'
    ? postBody(shown)
    : html`<details><summary>Show: ${RATINGS[post.rating]}</summary>
${postBody(shown)}
</details>`
}
<details class="facts"><summary>Details</summary>
<dl><dt>ID</dt><dd><code>${post.id}</code></dd>
<dt>Rating</dt><dd>${post.rating}: ${RATINGS[post.rating]}</dd>
<dt>Hashtags</dt><dd>${hashtags.length === 0 ? 'none' : hashtags.map((tag) => `#${tag}`).join(' ')}</dd>
<dt>Reason</dt><dd dir="auto">${post.reasoning}</dd></dl>
</details>
</article>`
}

/** 2.5: the text, then its links: players for video sites, cards for the first two others. */
const postBody = ({ post, media, play }: ShownPost): Html => {
  const lines = post.content.split(LINE_BREAK)
  const links = findLinks(post.content)
  const atEnd = new Map(
    links
      .filter(({ display }) => display === 'player' || display === 'card' || display === 'link')
      .map((link) => [link.line, link]),
  )
  const text = lines
    .filter((_, index) => !atEnd.has(index + 1))
    .join('\n')
    .trimEnd()
  return html`${text === '' ? null : html`<p class="text" dir="auto">${text}</p>`}
${[...atEnd.values()].map(({ url, display }) => linkView(url, display))}
${media.map((one) => html`<div class="media">${mediaView(one)}</div>`)}
${playCard(play)}`
}

const linkView = (url: string, display: 'player' | 'card' | 'link' | 'literal' | 'inline'): Html => {
  const host = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url
  const rest = url.slice(url.indexOf(host) + host.length)
  const link = html`href="${url}" rel="noopener noreferrer nofollow" target="_blank"`
  switch (display) {
    case 'player':
      return html`<a class="player" ${link}><span class="play" aria-hidden="true">▶</span><span>Video on ${host}</span></a>`
    case 'card':
      return html`<a class="preview" ${link}><b>${host}</b><span>${rest === '' || rest === '/' ? url : rest}</span></a>`
    default:
      return html`<p class="link"><a ${link}>${url}</a></p>`
  }
}
