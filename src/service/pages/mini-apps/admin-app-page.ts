import type { AppView, NicknameView, SaleView } from '../../../control/service-answers.js'
import { type Html, html } from '../../../local-server/html.js'
import { inCredits } from '../../../platform/credits.js'
import type { MiniApp } from '../../miniapps/records.js'
import type { ShownPart } from '../../page-routes/shown-parts.js'

import type { FormState } from '../layout.js'
import { ADMIN_PATH, adminAppPath, developerAppPath } from '../paths.js'
import { formStart, list, listPart, problemLine, stateBadge } from './parts.js'

/** An app with what an admin can do about it: block, grants, multiplayer, sales (3.1, 3.3, 4.8). */
export const adminAppPage = ({
  app,
  request,
  nicknames,
  sales,
  ticket,
  problem,
}: FormState & {
  readonly app: AppView
  readonly request: MiniApp['multiplayer']['request']
  readonly nicknames: ShownPart<NicknameView>
  /** Sales that can be returned, or paid out by hand. */
  readonly sales: ShownPart<SaleView>
}): Html => {
  const isOpen = app.status === 'live' || app.status === 'none'
  const start = formStart(adminAppPath(app.id), ticket)
  return html`<section class="card">
<p class="hint"><a href="${ADMIN_PATH}">Admin</a></p>
<h1><bdi>${app.name}</bdi> ${stateBadge(app.status)}</h1>
<p class="hint"><a href="${developerAppPath(app.id)}">The developer's page</a> of <code>${app.owner}</code></p>
${problemLine(problem)}
${isOpen ? standing(app, start) : null}
${app.status === 'blocked' ? html`${start}<div class="actions tight"><button name="do" value="unblock">Unblock</button></div></form>` : null}
</section>
${isOpen ? grants(app, start) : null}
${isOpen ? multiplayer(app, request, start) : null}
${app.status === 'deleted' ? null : nicknamesCard(nicknames, start)}
<section class="card">
<h2>Sales</h2>
${listPart(sales, (sale) => saleLine(sale, start), 'sales', 'No sale can be refunded or paid out.')}
</section>`
}

const saleLine = ({ id, title, price, state, buyer }: SaleView, start: Html): Html => {
  const button =
    state === 'awaiting-manual'
      ? html`<button name="do" value="complete">Pay out manually</button>`
      : html`<button name="do" value="refund">Refund the buyer</button>`
  return html`<bdi>${title}</bdi>: ${inCredits(price)} from <code>${buyer}</code> ${stateBadge(state)}
${start}<input type="hidden" name="sale" value="${id}"><div class="actions tight">${button}</div></form>`
}

const standing = (app: AppView, start: Html): Html => html`${start}
<label for="block-${app.id}">Reason for blocking ${app.name}</label>
<input id="block-${app.id}" name="reason" maxlength="2000">
<div class="actions tight"><button class="danger" name="do" value="block">Block ${app.name}</button></div></form>`

/** An admin can replace a nickname that was reported (4.6). */
const nicknamesCard = (nicknames: ShownPart<NicknameView>, start: Html): Html => html`<section class="card">
<h2>Nicknames</h2>
${listPart(
  nicknames,
  ({ member, nickname }) => html`<b><bdi>${nickname}</bdi></b> <code>${member}</code>
${start}<input type="hidden" name="member" value="${member}"><div class="inline">
<div><label for="nickname-${member}">New nickname of ${member}</label>
<input id="nickname-${member}" name="nickname" maxlength="20" autocomplete="off" placeholder="A suggested one"></div>
<button name="do" value="nickname">Replace</button></div></form>`,
  'nicknames',
  'No player has a nickname.',
)}</section>`

const ASKED = [
  ['granted', 'Grant'],
  ['declined', 'Decline'],
] as const

const DECISIONS: Readonly<Record<string, readonly (readonly [decision: string, words: string])[]>> = {
  ['asked']: ASKED,
  granted: [['off', 'Turn off']],
  declined: [['granted', 'Grant']],
  off: [['granted', 'Turn on']],
}

const grants = (app: AppView, start: Html): Html =>
  html`<section class="card">
<h2>Capabilities</h2>
${list(
  Object.entries(app.grants),
  ([name, state]) => {
    const isAsked = app.versions.some(({ asks }) => asks.some((one) => one === name))
    // The live version has it, and another asks for more.
    const decisions =
      isAsked && state !== 'asked' ? [...ASKED, ...(DECISIONS[state] ?? [])] : DECISIONS[state]
    return html`<code>${name}</code> ${stateBadge(state)}${isAsked && state !== 'asked' ? html` ${stateBadge('asked')}` : null}
${start}<input type="hidden" name="capability" value="${name}"><input type="hidden" name="do" value="grant">
<div class="actions tight">${[...new Map(decisions ?? [])].map(
      ([decision, words]) => html`<button name="decision" value="${decision}">${words} ${name}</button>
`,
    )}</div></form>`
  },
  'No version has requested a capability.',
)}</section>`

const multiplayer = (
  app: AppView,
  request: MiniApp['multiplayer']['request'],
  start: Html,
): Html => html`<section class="card">
<h2>Multiplayer ${stateBadge(app.multiplayer)}</h2>
${request === null ? null : html`<p><bdi>${request.description}</bdi></p>`}
${start}<input type="hidden" name="do" value="multiplayer">
<div class="actions tight" role="group" aria-label="Multiplayer of ${app.name}">${(
  [
    ['off', 'Off'],
    ['adults', 'Adults'],
    ['everyone', 'Adults and children'],
  ] as const
)
  .filter(([open]) => open !== app.multiplayer)
  .map(
    ([open, words]) => html`<button name="open" value="${open}">${words}</button>
`,
  )}</div></form>
</section>`
