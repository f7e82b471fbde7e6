import { type Html, html } from '../../local-server/html.js'
import { PAGES } from './layout.js'

/**
 * The page that leads to everything.
 * @param simulator the address of a simulator that runs beside the service, or null
 */
export const homePage = (simulator: string | null): Html => html`<section class="card">
<h1>The platform on this machine</h1>
<p>Nothing here leaves your machine.</p>
<ul class="plain">
${simulator === null ? null : place(simulator, 'Simulator', 'Run an app from its folder, with the developer panels.')}
${PAGES.map(([path, name, words]) => place(path, name, words))}
</ul>
</section>`

const place = (
  path: string,
  name: string,
  words: string,
): Html => html`<li><a href="${path}"><b>${name}</b></a>
<p class="hint">${words}</p></li>
`
