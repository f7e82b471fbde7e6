import type { PlaytestRule } from '../../src/playtest/rules.js'
import type { ScenarioName } from '../../src/playtest/scenario-names.js'

/** A small app with one ordinary bug, and the same app without it. */
interface Planted {
  readonly scenario: ScenarioName
  readonly bug: string
  /** What the manifest has besides the sample's. */
  readonly manifest?: Readonly<Record<string, unknown>>
  /** The bodies of both pages. */
  readonly wrong: string
  readonly right: string
  readonly finds: readonly PlaytestRule[]
}

const TAPS = `<h1>Taps</h1><button id="tap" style="width: 90%; height: 300px">0</button><p id="note"></p>`

/** Counts taps, and saves them. @param onFailure what catches a call that is refused */
const taps = (onFailure: string): string => `${TAPS}<script>
const button = document.getElementById('tap')
let count = 0
Service.ready().catch(() => {})
button.onclick = () => {
  count += 1
  button.textContent = count
  Service.storage.set('taps', String(count))${onFailure}
}
</script>`

const TELLS = `.catch(() => { document.getElementById('note').textContent = 'Not saved.' })`

const SELLS_GEMS = {
  products: [
    {
      id: 'gems',
      title: '10 gems',
      statement: '10 gems to spend in the game.',
      price: '1',
      kind: 'consumable',
    },
  ],
}

/**
 * A shop for gems.
 * @param credit the body of a function that credits the purchase `id` in the saved `state`
 * @param guard what the button does first, and what it does at the end
 */
const shop = (credit: string, [before, after]: readonly [string, string]): string => `<h1>Gems</h1>
<p id="gems">0</p><button id="buy">Buy 10 gems</button><script>
const button = document.getElementById('buy')
const bring = async ({ id, consumed_at }) => {
  if (consumed_at) return
  const state = JSON.parse((await Service.storage.get('state')) ?? '{"gems":0,"credited":[]}')
  ${credit}
  document.getElementById('gems').textContent = state.gems
  await Service.storage.set('state', JSON.stringify(state))
  await Service.consume(id)
}
button.onclick = async () => {
  ${before}
  try {
    const answer = await Service.pay({ product: 'gems' })
    if (answer.status === 'paid') await bring(answer.purchase)
  } catch {}
  ${after}
}
Service.ready().catch(() => {})
Service.getPurchases().then(async ({ purchases }) => {
  for (const purchase of purchases) await bring(purchase)
}).catch(() => {})
</script>`

const CREDITS_ONCE = 'if (!state.credited.includes(id)) { state.gems += 10; state.credited.push(id) }'
const CREDITS_ALWAYS = 'state.gems += 10'
const GUARDED = ['button.disabled = true', 'button.disabled = false'] as const

export const PLANTED: readonly Planted[] = [
  {
    scenario: 'calls-fail',
    bug: 'a rejection that nobody catches',
    wrong: taps(''),
    right: taps(TELLS),
    finds: ['run/unhandled-rejection'],
  },
  {
    scenario: 'calls-fail',
    bug: 'a page that stays empty if its context cannot be read',
    wrong: `<script>
Service.getContext().then(({ locale }) => {
  document.body.append('Hello in ' + locale)
  Service.ready()
}, () => {})
</script>`,
    right: `<h1>Hello</h1><script>
Service.ready().catch(() => {})
Service.getContext().then(({ locale }) => document.body.append(' in ' + locale), () => {})
</script>`,
    finds: ['run/dead-page'],
  },
  {
    scenario: 'storage-full',
    bug: 'a full storage that the app ignores',
    wrong: taps(''),
    right: taps(TELLS),
    finds: ['run/unhandled-rejection'],
  },
  {
    scenario: 'offline',
    bug: 'an app that waits for storage before it is ready',
    wrong: `<script>
Service.storage.get('name').then((name) => {
  document.body.append('Hello ' + name)
  Service.ready()
}, () => {})
</script>`,
    right: `<h1>Hello</h1><script>
Service.ready().catch(() => {})
Service.storage.get('name').then((name) => document.body.append(name ?? ''), () => {})
</script>`,
    finds: ['run/dead-page'],
  },
  {
    scenario: 'slow-host',
    bug: 'a double tap that pays twice',
    manifest: SELLS_GEMS,
    wrong: shop(CREDITS_ONCE, ['', '']),
    right: shop(CREDITS_ONCE, GUARDED),
    finds: ['run/paid-twice'],
  },
  {
    scenario: 'closed-while-paying',
    bug: 'a purchase that is credited twice after a restart',
    manifest: SELLS_GEMS,
    wrong: shop(CREDITS_ALWAYS, GUARDED),
    right: shop(CREDITS_ONCE, GUARDED),
    finds: ['run/credited-twice'],
  },
  {
    scenario: 'closed-while-paying',
    bug: 'a purchase that only the answer of pay credits',
    manifest: SELLS_GEMS,
    wrong: shop(CREDITS_ONCE, GUARDED).replace(
      'Service.getPurchases()',
      'Promise.resolve({ purchases: [] })',
    ),
    right: shop(CREDITS_ONCE, GUARDED),
    finds: ['run/purchase-lost', 'run/purchase-lost'],
  },
]
