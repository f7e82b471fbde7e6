import type { FaultsView, OperationFaultView } from '../../control/service-answers.js'
import { API_FAULTS, SIGN_IN_FAULTS } from '../../control/service-faults.js'
import { type Html, html } from '../../local-server/html.js'
import { PAYOUT_HOLD_MS } from '../../platform/limits.js'
import { OPERATIONS, type OperationName } from '../../platform/publishing.js'
import { DAY_MS } from '../../platform/units.js'
import type { MoneyFaults } from '../miniapps/market.js'
import type { FormState } from './layout.js'
import { choice, formStart, list, problemLine } from './mini-apps/parts.js'
import { FAULTS_PAGE_PATH } from './paths.js'

/** The page of faults. */
export const faultsPage = ({
  faults,
  ticket,
  problem,
}: FormState & {
  readonly faults: FaultsView
}): Html => {
  const start = formStart(FAULTS_PAGE_PATH, ticket)
  return html`<section class="card">
<h1>Faults</h1>
${problemLine(problem)}
<p>Test how your app handles failures. A fault stays active until you switch it off or stop the service.</p>
${start}
${choices('api', 'All operations of the API', API_FAULTS, faults.api)}
${choices('signIn', 'Sign-in', SIGN_IN_FAULTS, faults.signIn)}
${choices('payments', 'Payments in mini apps', PAYMENT_FAULTS, faults.payments)}
${choices('payouts', 'Payouts to developers', PAYOUT_FAULTS, faults.payouts)}
<div class="actions tight"><button class="primary" name="do" value="all">Apply</button></div>
</form>
</section>
<section class="card">
<h2>One operation</h2>
<p>This fault takes precedence over the fault for all API operations.</p>
${active(faults, start)}
${start}
<label for="operation">Operation</label>
<select id="operation" name="operation">${Object.entries(OPERATIONS).map(
    ([name, { method, path }]) => html`<option value="${name}">${name}: ${method} ${path}</option>`,
  )}</select>
<label for="fault">Fault</label>
<select id="fault" name="fault">${Object.entries(API_FAULTS).map(
    ([name, meaning]) => html`<option value="${name}">${name}: ${meaning}</option>`,
  )}</select>
<label for="count">Number of requests</label>
<input id="count" name="count" type="number" min="1" max="1000000" step="1" aria-describedby="count-hint">
<p class="hint" id="count-hint">Leave it empty to apply it to all requests until you switch it off.</p>
<label for="delay">Delay</label>
<input id="delay" name="delay" pattern="[0-9]{1,9}(ms|s|m)" placeholder="500ms" spellcheck="false" aria-describedby="delay-hint">
<p class="hint" id="delay-hint">How long to delay these requests: a whole number of ms, s or m, such as 500ms.</p>
<div class="actions tight"><button class="primary" name="do" value="operation">Switch on</button></div>
</form>
</section>`
}

const active = ({ operations }: FaultsView, start: Html): Html | null => {
  const entries = Object.entries(operations) as [OperationName, OperationFaultView][]
  if (entries.length === 0) return null
  return list(
    entries,
    ([name, { fault, count, delay }]) => html`<b>${name}</b>: ${
      API_FAULTS[fault]
    }${delay === '0ms' ? '' : `, delayed by ${delay}`}${count === null ? '' : `, ${count} more ${count === 1 ? 'request' : 'requests'}`}
${start}<input type="hidden" name="operation" value="${name}">
<div class="actions tight"><button name="do" value="operation-off">Switch off ${name}</button></div></form>`,
  )
}

const PAYMENT_FAULTS: Readonly<Record<MoneyFaults['payments'], string>> = {
  ok: 'succeed',
  pending: 'are confirmed after 10 seconds',
  unavailable: 'are unavailable',
}

const PAYOUT_FAULTS: Readonly<Record<MoneyFaults['payouts'], string>> = {
  ok: `succeed after ${PAYOUT_HOLD_MS / DAY_MS} days`,
  failing: 'fail, and wait for an admin',
}

const choices = (
  name: string,
  legend: string,
  options: Readonly<Record<string, string>>,
  chosen: string,
): Html => html`<fieldset>
<legend>${legend}</legend>
${Object.entries(options).map(([value, meaning]) =>
  choice(name, value, value === chosen, html`${meaning}<code>${value}</code>`, 'radio'),
)}
</fieldset>`
