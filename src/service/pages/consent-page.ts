import type { Request, Response } from 'express'
import { type Html, html } from '../../local-server/html.js'
import { isScope, type Scope } from '../../platform/publishing.js'
import type { App } from '../records/records.js'
import { sendPage } from './layout.js'
import { formStart, problemLine, scopeChoice } from './mini-apps/parts.js'

interface ConsentQuestion {
  readonly app: App
  readonly scopes: readonly Scope[]
  /** The form's target, and the proof that it came from our page. */
  readonly action: string
  readonly ticket: string
  /** How the user can verify the request, and where the answer goes. */
  readonly check: Html
  /** The name of the member who is signed in. */
  readonly as: string
  readonly problem: string | null
  /** Null where the answer goes to an app, whose callback may redirect anywhere. */
  readonly formTarget?: null
}

/** Asks the user. */
export const sendConsent = (response: Response, { formTarget, ...question }: ConsentQuestion): void =>
  sendPage(
    response,
    {
      title: 'Connect an app',
      narrow: true,
      body: consentPage(question),
      ...(formTarget === undefined ? {} : { formTarget }),
    },
    question.problem === null ? 200 : 400,
  )

/** What the user approves: the app's name and exactly the requested scopes (5.2). */
const consentPage = ({
  app,
  scopes,
  action,
  ticket,
  check,
  as,
  problem,
}: ConsentQuestion): Html => html`<section class="card">
<h1><bdi>${app.name}</bdi> wants to connect</h1>
<p>You are signed in as <bdi>${as}</bdi>.</p>
${check}
${formStart(action, ticket)}
<fieldset>
<legend>Permissions</legend>
${scopes.map((scope) => scopeChoice(scope, true))}
</fieldset>
${problemLine(problem)}
<p class="hint">Clear the permissions you do not want to allow. You can change this at any time.</p>
<div class="actions">
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>
</section>`

export const deviceCheck = (
  userCode: string,
): Html => html`<p>Check that your device shows this code. If it does not, or if you did not start this sign-in, deny the request.</p>
<p class="code" aria-label="Code">${userCode}</p>`

export const redirectCheck = (redirectHost: string): Html =>
  html`<p>You will then return to <code>${redirectHost}</code>. If you did not start this sign-in, deny the request.</p>`

/** The fields of a consent form: the ticket, the decision, and the selected scopes (a repeated field is a list). */
export const readDecision = (
  request: Pick<Request, 'body'>,
): { readonly ticket: unknown; readonly approves: boolean; readonly scopes: readonly Scope[] } => {
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const scopes = [body['scope']].flat().filter((scope) => typeof scope === 'string')
  return { ticket: body['ticket'], approves: body['decision'] === 'approve', scopes: scopes.filter(isScope) }
}
