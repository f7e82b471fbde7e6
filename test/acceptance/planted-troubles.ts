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

const SAVES = "await Service.storage.set('state', JSON.stringify(state))\n"
const CONSUMES = 'await Service.consume(id)\n'

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
  ${SAVES}  ${CONSUMES}}
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

/** A game with music. @param onHidden what it does when it is hidden */
const music = (onHidden: string): string => `<h1>Music</h1><button id="play">Play</button><script>
let audio = null
document.getElementById('play').onclick = () => {
  audio = new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  volume.gain.value = 0.2
  tone.connect(volume).connect(audio.destination)
  tone.start()
}
Service.on('visibility', ({ visible }) => { ${onHidden} })
Service.ready().catch(() => {})
</script>`

/** A game with a countdown and a box that moves. @param advance what moves both, in a function of \`now\` and \`last\` */
const game = (advance: string): string => `<h1>Run</h1><p>Time left: <span id="left">90</span></p>
<button id="play">Play</button><canvas id="field" width="300" height="100"></canvas><script>
const pen = document.getElementById('field').getContext('2d')
let left = 90
let x = 0
let last = null
const frame = (now) => {
  if (last !== null) { ${advance} }
  last = now
  left = Math.max(0, left)
  document.getElementById('left').textContent = left.toFixed(1)
  pen.clearRect(0, 0, 300, 100)
  pen.fillRect(x, 40, 20, 20)
  requestAnimationFrame(frame)
}
document.getElementById('play').onclick = () => { if (last === null) requestAnimationFrame(frame) }
Service.ready().catch(() => {})
</script>`

const BY_TIME = 'const seconds = Math.min((now - last) / 1000, 0.1); left -= seconds; x += seconds * 30'

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
    finds: ['run/lost-silently', 'run/unhandled-rejection'],
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
  {
    scenario: 'closed-while-paying',
    bug: 'a purchase that is consumed before its credit is saved',
    manifest: SELLS_GEMS,
    wrong: shop(CREDITS_ONCE, GUARDED).replace(`${SAVES}  ${CONSUMES}`, () => `${CONSUMES}  ${SAVES}`),
    right: shop(CREDITS_ONCE, GUARDED),
    finds: ['run/purchase-lost'],
  },
  {
    scenario: 'hidden',
    bug: 'music that goes on while the app is hidden',
    wrong: music(''),
    right: music('if (visible) audio?.resume(); else audio?.suspend()'),
    finds: ['run/sound-while-hidden'],
  },
  {
    scenario: 'hidden',
    bug: 'time that jumps when the person comes back',
    wrong: game('const seconds = (now - last) / 1000; left -= seconds; x += seconds * 30'),
    right: game(BY_TIME),
    finds: ['run/time-jumps'],
  },
  {
    scenario: 'display-rate',
    bug: 'a speed that follows the display',
    wrong: game('left -= 1 / 60; x += 0.5'),
    right: game(BY_TIME),
    finds: ['run/speed-follows-display'],
  },
  {
    scenario: 'slow-phone',
    bug: 'an app that computes for long before it shows something',
    wrong: `<script>
for (const end = performance.now() + 6_000; performance.now() < end; );
</script><h1>Done</h1><script>Service.ready().catch(() => {})</script>`,
    right: '<h1>Done</h1><script>Service.ready().catch(() => {})</script>',
    finds: ['run/slow-start'],
  },
]
