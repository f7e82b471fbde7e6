import type { Response } from 'express'
import { type Html, html } from '../../local-server/html.js'
import {
  ADMIN_PATH,
  APPS_PAGE_PATH,
  CATALOGUE_PATH,
  DEVELOPER_PATH,
  FAULTS_PAGE_PATH,
  HOME_PAGE_PATH,
  MEMBERS_PAGE_PATH,
  POSTS_PAGE_PATH,
  STYLE_PATH,
} from './paths.js'

/** The pages that the navigation bar and the home page lead to, with what each is for. */
const PAGES = [
  [POSTS_PAGE_PATH, 'Posts', 'What members post, and share from apps.'],
  [CATALOGUE_PATH, 'Mini apps', 'The catalogue. Buy access to an app, and open it as any member.'],
  [DEVELOPER_PATH, 'Developer', 'Register an app, upload versions, test them, and see what they earn.'],
  [ADMIN_PATH, 'Admin', 'Review versions, grant capabilities, block apps, and move the clock.'],
  [APPS_PAGE_PATH, 'Connections', 'The apps that use the publishing API.'],
  [MEMBERS_PAGE_PATH, 'Members', 'Ages, credits, guardians and chats of the people of this service.'],
  [FAULTS_PAGE_PATH, 'Faults', 'Make sign-in, the API, payments or payouts fail.'],
] as const

/** What the forms of a page need. */
export interface FormState {
  /** The proof that they came from a page of ours. */
  readonly ticket: string
  /** Why the form that was sent was refused; null without one. */
  readonly problem: string | null
}

/** A page of the service, as a route makes it. */
export interface Page {
  readonly title: string
  readonly body: Html
  readonly narrow?: boolean
  /** The current page in the navigation bar. */
  readonly path?: string
  /** The page in the navigation bar that this one belongs to. */
  readonly section?: string
  /** Whether the page has a script of the service. */
  readonly hasScript?: boolean
  /** An origin that a form of the page may redirect to; null for any. */
  readonly formTarget?: string | null
}

/** Where forms that open a mini app lead: pages on free ports of this machine. */
export const RUN_ORIGINS = 'http://localhost:*'

/** Sends a page of the service: no scripts, no external content, never in a frame. */
export const sendPage = (response: Response, page: Page, status = 200): void => {
  response
    .status(status)
    .set('Content-Security-Policy', pageCsp(page))
    .set('Cache-Control', 'no-store')
    .type('html')
    .send(
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Local service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header class="bar"><a class="brand" href="${HOME_PAGE_PATH}"><span class="mark" aria-hidden="true"></span>Local service</a>
<nav>${PAGES.map(
        ([
          path,
          name,
        ]) => html`<a href="${path}"${path === page.path ? html` aria-current="page"` : path === page.section ? html` aria-current="true"` : ''}>${name}</a>
`,
      )}</nav></header>
<main${page.narrow === true ? html` class="narrow"` : ''}>
${page.body}
</main>
</body>
</html>
`.text,
    )
}

/** Sends a page that says why there is nothing else to show. */
export const sendProblem = (
  response: Response,
  status: number,
  title: string,
  text: string,
  heading = title,
): void =>
  sendPage(
    response,
    {
      title,
      narrow: true,
      body: html`<section class="card center">
<h1>${heading}</h1>
<p>${text}</p>
</section>`,
    },
    status,
  )

/**
 * `frame-ancestors`: a page that frames the consent page could trick a visitor into pressing Approve
 * (clickjacking).
 */
const pageCsp = ({ formTarget, hasScript = false }: Page): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    // The upload's progress, which a page cannot have otherwise.
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
    "img-src 'self' data:",
    "media-src 'self'",
    // Browsers apply it to every redirect after the form.
    ...(formTarget === null ? [] : [['form-action', "'self'", formTarget ?? []].flat().join(' ')]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

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
