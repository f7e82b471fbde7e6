import { type Html, html } from '../../../local-server/html.js'
import { inCredits } from '../../../platform/credits.js'
import type { Platform } from '../../../platform/features.js'
import { PASS_MS } from '../../../platform/limits.js'
import type { Manifest } from '../../../platform/manifest.js'
import { DAY_MS } from '../../../platform/units.js'
import type { Member, MiniApp } from '../../miniapps/records.js'
import type { ShownPart } from '../../page-routes/shown-parts.js'
import { SIGNED_OUT } from '../../runs/people.js'
import type { FormState } from '../layout.js'
import { CATALOGUE_PATH, listingPath } from '../paths.js'
import { formStart, list, memberOptions, pager, problemLine, searchForm } from './parts.js'
/** A live app as the catalogue lists it. */
export interface ListedApp {
  readonly app: MiniApp
  readonly manifest: Manifest
}

const priceWords = ({ access }: Manifest): string => {
  if (access.type === 'free') return 'Free'
  return access.type === 'one_time'
    ? inCredits(access.price)
    : `${inCredits(access.price)} for ${PASS_MS / DAY_MS} days`
}

/** The live apps, by category. */
export const cataloguePage = ({
  search,
  shown,
  ...others
}: ShownPart<{ readonly name: string; readonly apps: readonly ListedApp[] }> & {
  readonly search: string
}): Html => html`<section class="card">
<h1>Mini apps</h1>
${searchForm(CATALOGUE_PATH, 'Find apps', search)}
${shown.length > 0 ? null : html`<p class="hint">${search === '' ? "No apps are live. Register and upload one on the developer's page." : 'No apps match the search.'}</p>`}
</section>
${shown.map(
  ({ name, apps }) => html`<section class="card">
<h2>${name}</h2>
${apps.map(listedApp)}
</section>
`,
)}
${pager({ ...others, count: shown.reduce((sum, { apps }) => sum + apps.length, 0) }, 'apps')}`

const listedApp = ({ app: { slug }, manifest }: ListedApp): Html =>
  html`<article class="listed"><img class="icon" src="${listingPath(slug)}/icon.png" alt="" loading="lazy">
<div><h3><a href="${listingPath(slug)}"><bdi>${manifest.name}</bdi></a></h3>
<p><bdi>${manifest.summary}</bdi></p>
<p class="hint">${manifest.age_rating} · ${priceWords(manifest)}</p></div></article>
`

const DEVICES = [
  ['web', 'The website'],
  ['ios', 'An iPhone'],
  ['android', 'An Android phone'],
] as const satisfies readonly (readonly [device: Platform, words: string])[]

/** An app's page: what it is, what it costs, what it asks for, and access to buy (5). */
export const listingPage = ({
  app,
  manifest,
  screenshots,
  members,
  member,
  standing,
  ticket,
  problem,
}: ListedApp &
  FormState & {
    readonly screenshots: readonly string[]
    readonly members: readonly Member[]
    /** Who looks at the page; null for a visitor who is not signed in. */
    readonly member: Member | null
    /** What they can do here, in a sentence. */
    readonly standing: { readonly words: string; readonly canBuy: boolean; readonly canOpen: boolean }
  }): Html => {
  const page = listingPath(app.slug)
  const as = member?.id ?? SIGNED_OUT
  const { capabilities = {}, products = [] } = manifest
  return html`<section class="card">
<p class="hint"><a href="${CATALOGUE_PATH}">Mini apps</a></p>
<div class="listed head"><img class="icon" src="${page}/icon.png" alt="">
<div><h1><bdi>${manifest.name}</bdi></h1>
<p><bdi>${manifest.summary}</bdi></p>
<p class="hint">${manifest.age_rating} · ${priceWords(manifest)} · version ${manifest.version}</p></div></div>
${screenshots.length === 0 ? null : html`<ul class="screens" tabindex="0" aria-label="Screenshots">${screenshots.map((name, index) => html`<li><img src="${page}/${name}" alt="Screenshot ${index + 1}"></li>`)}</ul>`}
${manifest.description === undefined ? null : html`<p class="text">${manifest.description}</p>`}
</section>
<section class="card">
<h2>Open as</h2>
<form method="get" action="${page}" class="inline">
<div><label for="as">Member</label><select id="as" name="as">${memberOptions(members, as)}
<option value="${SIGNED_OUT}"${member === null ? html` selected` : ''}>Signed-out visitor</option></select></div>
<button>Switch</button>
</form>
<p role="status">${standing.words}</p>
${problemLine(problem)}
${manifest.access.type === 'free' ? null : html`<p><bdi>${manifest.access.statement}</bdi></p>`}
${
  standing.canOpen
    ? html`${formStart(page, ticket)}<input type="hidden" name="as" value="${as}"><input type="hidden" name="do" value="open">
<div class="inline"><div><label for="device">On</label><select id="device" name="device">${DEVICES.map(
        ([device, words]) => html`<option value="${device}">${words}</option>`,
      )}</select></div>
<button class="primary">Open</button></div></form>`
    : null
}
${
  standing.canBuy
    ? html`${formStart(page, ticket)}<input type="hidden" name="as" value="${as}">
<div class="actions tight"><button class="primary">Buy access for ${priceWords(manifest)}</button></div></form>`
    : null
}
</section>
${
  products.length === 0
    ? null
    : html`<section class="card"><h2>Sold in the app</h2>${list(
        products,
        (one) =>
          html`<bdi>${one.title}</bdi>: ${inCredits(one.price)}<p class="hint"><bdi>${one.statement}</bdi></p>`,
      )}</section>`
}
${
  Object.keys(capabilities).length === 0
    ? null
    : html`<section class="card"><h2>AI on the phone</h2>${list(
        Object.entries(capabilities),
        ([name, declared]) => html`<code>${name}</code><p><bdi>${declared?.purpose ?? ''}</bdi></p>`,
      )}</section>`
}`
}
