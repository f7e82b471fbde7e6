import { API_FAULTS, type Faults, SIGN_IN_FAULTS } from '../faults.js'
import type { MoneyFaults } from '../miniapps/market.js'
import { type Html, html } from './html.js'
import { FAULTS_PAGE_PATH } from './paths.js'

/** The page of faults. */
export const faultsPage = (faults: Faults & MoneyFaults): Html => html`<section class="card">
<h1>Faults</h1>
<p>Test how your app handles failures. A fault stays active until you switch it off or stop the service.</p>
<form method="post" action="${FAULTS_PAGE_PATH}">
${choices('api', 'API', API_FAULTS, faults.api)}
${choices('sign_in', 'Sign-in', SIGN_IN_FAULTS, faults.signIn)}
${choices('payments', 'Payments in mini apps', PAYMENT_FAULTS, faults.payments)}
${choices('payouts', 'Payouts to developers', PAYOUT_FAULTS, faults.payouts)}
<div class="actions tight"><button class="primary">Apply</button></div>
</form>
</section>`

const PAYMENT_FAULTS: Readonly<Record<MoneyFaults['payments'], string>> = {
  ok: 'are taken',
  pending: 'are confirmed after 10 seconds',
  unavailable: 'cannot be taken',
}

const PAYOUT_FAULTS: Readonly<Record<MoneyFaults['payouts'], string>> = {
  ok: 'go through after 7 days',
  failing: 'fail, and wait for an admin',
}

const choices = (
  name: string,
  legend: string,
  options: Readonly<Record<string, string>>,
  chosen: string,
): Html => html`<fieldset>
<legend>${legend}</legend>
${Object.entries(options).map(
  ([
    value,
    meaning,
  ]) => html`<label class="choice"><input type="radio" name="${name}" value="${value}"${value === chosen ? html` checked` : ''}>
<span>${meaning}<code>${value}</code></span></label>
`,
)}
</fieldset>`
