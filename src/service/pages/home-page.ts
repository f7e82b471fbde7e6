import { type Html, html } from '../../local-server/html.js'
import {
  ADMIN_PATH,
  APPS_PAGE_PATH,
  CATALOGUE_PATH,
  DEVELOPER_PATH,
  FAULTS_PAGE_PATH,
  MEMBERS_PAGE_PATH,
  POSTS_PAGE_PATH,
} from './paths.js'

const PLACES = [
  [CATALOGUE_PATH, 'Mini apps', 'The catalogue. Buy access to an app, and open it as any member.'],
  [DEVELOPER_PATH, 'Developer', 'Register an app, upload versions, test them, and see what they earn.'],
  [ADMIN_PATH, 'Admin', 'Review versions, grant capabilities, block apps, and move the clock.'],
  [MEMBERS_PAGE_PATH, 'Members', 'Ages, credits, guardians and chats of the people of this service.'],
  [POSTS_PAGE_PATH, 'Posts', 'What members post, and share from apps.'],
  [APPS_PAGE_PATH, 'Connections', 'The apps that use the publishing API.'],
  [FAULTS_PAGE_PATH, 'Faults', 'Make sign-in, the API, payments or payouts fail.'],
] as const

/**
 * The page that leads to everything.
 * @param simulator the address of a simulator that runs beside the service, or null
 */
export const homePage = (simulator: string | null): Html => html`<section class="card">
<h1>The platform on this machine</h1>
<p>Nothing here leaves your machine.</p>
<ul class="plain">
${simulator === null ? null : place(simulator, 'Simulator', 'Run an app from its folder, with the developer panels.')}
${PLACES.map(([path, name, words]) => place(path, name, words))}
</ul>
</section>`

const place = (
  path: string,
  name: string,
  words: string,
): Html => html`<li><a href="${path}"><b>${name}</b></a>
<p class="hint">${words}</p></li>
`
