import type { PlaytestRule } from '../../src/playtest/rules.js'
import type { ScenarioName } from '../../src/playtest/scenarios.js'
import {
  answersByKey,
  bag,
  gates,
  hangman,
  memory,
  mine,
  noughts,
  quiz,
  sprint,
  todo,
  trivia,
} from './planted-games.js'
import {
  basket,
  bubbles,
  fallingWords,
  notesByKey,
  photoFrame,
  skies,
  soundSwitch,
  wish,
} from './planted-pauses.js'
import { arena, egg, garden, scenes, sketch, stars } from './planted-styles.js'

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

const SAYS_PENDING =
  "else if (answer.status === 'pending') document.getElementById('note').textContent = 'Your payment is under way.'"
const SAVES = "await Service.storage.set('state', JSON.stringify(state))\n"
const CONSUMES = 'await Service.consume(id)\n'

/**
 * A shop for gems.
 * @param credit the body of a function that credits the purchase `id` in the saved `state`
 * @param guard what the button does first, and what it does at the end
 */
const shop = (credit: string, [before, after]: readonly [string, string]): string => `<h1>Gems</h1>
<p id="gems">0</p><button id="buy">Buy 10 gems</button><p id="note"></p><script>
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
    ${SAYS_PENDING}
  } catch {}
  ${after}
}
Service.ready().catch(() => {})
const bringAll = () => Service.getPurchases().then(async ({ purchases }) => {
  for (const purchase of purchases) await bring(purchase)
}).catch(() => {})
Service.on('visibility', ({ visible }) => { if (visible) bringAll() })
bringAll()
</script>`

const NOT_CHARGED =
  "document.getElementById('note').textContent = 'The payment failed. You have not been charged.'"
const COMES_LATER = "document.getElementById('note').textContent = 'Paid. Your gems come soon.'"

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

const QUIET_WHEN_HIDDEN = music('if (visible) audio?.resume(); else audio?.suspend()')

/** A page with a setting. @param read what is used of what was saved */
const tempo = (read: string): string => `<h1>Beat</h1><label>Tempo
<select id="tempo"><option>Slow</option><option>Fast</option></select></label><script>
const select = document.getElementById('tempo')
let settings = { tempo: 'Slow' }
select.onchange = () => {
  settings.tempo = select.value
  Service.storage.set('settings', JSON.stringify(settings)).catch(() => {})
}
Service.ready().catch(() => {})
Service.storage.get('settings').then((text) => {
  const saved = JSON.parse(text ?? '{}')
  settings = ${read}
  select.value = settings.tempo
}).catch(() => {})
</script>`

/** A page with a bonus that is had once a day. @param saved what is saved of its state */
const bonus = (
  saved: string,
): string => `<h1>Farm</h1><p>Coins: <b id="coins">0</b></p><button id="bonus"></button><script>
const button = document.getElementById('bonus')
const today = new Date().toISOString().slice(0, 10)
let state = { coins: 0, day: '' }
const draw = () => {
  document.getElementById('coins').textContent = state.coins
  button.disabled = state.day === today
  button.textContent = state.day === today ? 'Come back tomorrow' : 'Daily bonus: 100 coins'
}
button.onclick = () => {
  state = { coins: state.coins + 100, day: today }
  Service.storage.set('farm', JSON.stringify(${saved})).catch(() => {})
  draw()
}
draw()
Service.ready().catch(() => {})
Service.storage.get('farm').then((text) => {
  state = { ...state, ...JSON.parse(text ?? '{}') }
  draw()
}).catch(() => {})
</script>`

/** A page that draws itself again with each theme. @param kept what the field then has */
const drawnAgain = (kept: string): string => `<div id="app"></div><script>
let theme = 'light'
let text = ''
const draw = () => {
  document.body.style = theme === 'dark' ? 'background: #222; color: #eee' : 'background: #fff; color: #222'
  document.getElementById('app').innerHTML = '<h1>Note</h1><textarea aria-label="Note">' + ${kept} + '</textarea>'
  document.querySelector('textarea').oninput = ({ target }) => { text = target.value }
}
draw()
Service.on('theme', (change) => { theme = change.theme; draw() })
Service.ready().catch(() => {})
Service.getContext().then((context) => { theme = context.theme; draw() }).catch(() => {})
</script>`

/** A list that is loaded with a tap. @param onFailure what is shown if that fails */
const ranking = (onFailure: string): string => `<style>
.wheel { width: 40px; height: 40px; border: 5px solid; border-left-color: red; animation: turn 1s linear infinite }
@keyframes turn { to { rotate: 1turn } }</style>
<h1>Ranking</h1><button id="load">Load</button><div id="list"></div><script>
const list = document.getElementById('list')
document.getElementById('load').onclick = async () => {
  list.innerHTML = '<div class="wheel"></div>'
  try {
    const { records } = await Service.db.list('top')
    list.textContent = records.length + ' players'
  } catch { ${onFailure} }
}
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

/** A page with a button that asks the AI. @param onFailure what follows if there is no answer */
const oracle = (
  onFailure: string,
): string => `<h1>Oracle</h1><button id="ask">Ask</button><p id="answer"></p><script>
document.getElementById('ask').onclick = async () => {
  try {
    const { status, text } = await Service.ai.ask({ prompt: 'Will it rain?' })
    if (status === 'answered') document.getElementById('answer').textContent = text
    else { ${onFailure} }
  } catch { ${onFailure} }
}
Service.ready().catch(() => {})
</script>`

/** A game that counts taps. @param events what its button listens to */
const clicker = (events: string): string => `<h1>Taps</h1><p>Taps: <span id="taps">0</span></p>
<button id="tap">Tap here</button><script>
let count = 0
for (const type of ${events})
  document.getElementById('tap').addEventListener(type, () => {
    count += 1
    document.getElementById('taps').textContent = count
  })
Service.ready().catch(() => {})
</script>`

/** A page that greets people by the names that they type. @param property what shows the name */
const greeting = (property: string): string => `<h1>Names</h1><input id="name" aria-label="Name">
<button id="greet">Greet</button><p id="words"></p><script>
document.getElementById('greet').onclick = () => {
  document.getElementById('words').${property} = 'Hello ' + document.getElementById('name').value
  document.getElementById('name').value = ''
}
Service.ready().catch(() => {})
</script>`

/** A game with a pause. @param isStopped when its clock stands still */
const pausable = (isStopped: string): string => `<h1>Wait</h1><p>Time: <span id="time">0</span></p>
<button id="start">Start</button><button id="pause" hidden>Pause</button><button id="resume" hidden>Resume</button><script>
const [start, pause, resume] = ['start', 'pause', 'resume'].map((id) => document.getElementById(id))
let time = 0
let paused = false
let running = false
start.onclick = () => { time = 0; running = true; start.hidden = true; pause.hidden = false }
pause.onclick = () => { paused = true; pause.hidden = true; resume.hidden = false }
resume.onclick = () => { paused = false; pause.hidden = false; resume.hidden = true }
setInterval(() => {
  if (!running || ${isStopped}) return
  time += 1
  document.getElementById('time').textContent = time
  if (time === 40) { running = false; paused = false; start.hidden = false; pause.hidden = true; resume.hidden = true }
}, 100)
Service.ready().catch(() => {})
</script>`

const SELLS_PREMIUM = {
  products: [
    { id: 'premium', title: 'Premium', statement: 'All levels, for good.', price: '3', kind: 'permanent' },
  ],
}

/** A shop for what is owned for good. @param isPaid whether an answer of \`pay\` unlocks it */
const premium = (isPaid: string): string => `<h1>Premium</h1><p id="state">Ten levels</p>
<button id="buy">Buy premium</button><p id="note"></p><script>
const unlock = () => {
  document.getElementById('state').textContent = 'All levels are open'
  document.getElementById('buy').hidden = true
}
document.getElementById('buy').onclick = async () => {
  try {
    const answer = await Service.pay({ product: 'premium' })
    if (${isPaid}) unlock()
    ${SAYS_PENDING}
  } catch { document.getElementById('note').textContent = 'That did not work. Try again.' }
}
Service.ready().catch(() => {})
const look = () => Service.getPurchases().then(({ purchases }) => {
  if (purchases.length > 0) unlock()
}).catch(() => {})
Service.on('visibility', ({ visible }) => { if (visible) look() })
look()
</script>`

/** A shop for both. @param sold what a payment for gems unlocks besides */
const both = (sold: string): string => `<h1>Shop</h1><p>Gems: <span id="gems">0</span></p>
<p>10 gems <button id="buy-gems">1 credit</button></p><p>Premium <button id="buy-premium">3 credits</button></p>
<p id="note"></p><script>
const owned = new Set()
const show = () => {
  document.getElementById('gems').textContent = gems
  document.getElementById('buy-premium').disabled = owned.has('premium')
}
let gems = 0
const bring = async ({ id, product, consumed_at }) => {
  if (product === 'premium') owned.add(product)
  if (product !== 'gems' || consumed_at) return
  const state = JSON.parse((await Service.storage.get('state')) ?? '{"gems":0,"credited":[]}')
  if (!state.credited.includes(id)) { state.gems += 10; state.credited.push(id) }
  ${SAVES}  ${CONSUMES}  gems = state.gems
  ${sold}
}
const buy = async (product) => {
  try {
    const answer = await Service.pay({ product })
    if (answer.status === 'paid') await bring(answer.purchase)
    ${SAYS_PENDING}
    show()
  } catch { document.getElementById('note').textContent = 'That did not work. Try again.' }
}
for (const product of ['gems', 'premium'])
  document.getElementById('buy-' + product).onclick = (event) => {
    event.target.disabled = true
    buy(product).finally(() => { event.target.disabled = owned.has(product) })
  }
Service.ready().catch(() => {})
const bringAll = () => Service.getPurchases().then(async ({ purchases }) => {
  for (const purchase of purchases) await bring(purchase)
  show()
}).catch(() => {})
Service.on('visibility', ({ visible }) => { if (visible) bringAll() })
bringAll()
</script>`

/** Photos, one at a time. @param onCancelled what it does where nothing was picked */
const photos = (onCancelled: string): string => `<h1>Photos</h1><button id="pick">Pick a photo</button>
<p id="note">No photo</p><script>
let isBusy = false
document.getElementById('pick').onclick = async () => {
  if (isBusy) return
  isBusy = true
  try {
    const { status, image } = await Service.pickImage()
    if (status !== 'picked') { ${onCancelled} }
    document.getElementById('note').textContent = image.size + ' bytes'
  } catch { document.getElementById('note').textContent = 'That did not work. Try again.' }
  isBusy = false
}
Service.ready().catch(() => {})
</script>`

/** A page that reads how large a photo is. @param isNone whether there is none, by the answer */
const camera = (
  isNone: string,
): string => `<h1>Camera</h1><button id="pick">Pick a photo</button><p id="note">No photo</p><script>
const say = (words) => { document.getElementById('note').textContent = words }
document.getElementById('pick').onclick = () => {
  Service.pickImage().catch(() => null).then((answer) => {
    if (answer === null || ${isNone}) say('No photo was picked.')
    else say(answer.image.size + ' bytes')
  })
}
Service.ready().catch(() => {})
</script>`

/** A game with a button that steers once it has begun. @param begin what its button does */
const steered = (
  begin: string,
): string => `<h1>Row</h1><p id="note">Steer when the boat moves.</p><div id="boat">⛵</div>
<button id="go">Play</button><button id="turn">Turn</button><script>
let x = 0
let by = 0
document.getElementById('go').onclick = () => { ${begin} }
document.getElementById('turn').onclick = () => { by = -by }
const frame = () => {
  x = Math.min(200, Math.max(0, x + by))
  document.getElementById('boat').style.translate = x + 'px'
  requestAnimationFrame(frame)
}
frame()
Service.ready().catch(() => {})
</script>`

/** A page with help. @param close how the help is closed */
const help = (close: string): string => `<h1>Help</h1><button id="open">How to play</button>
<section id="help" hidden><p>Tap to jump. You have <span id="tips">1</span> tip.</p><button id="back">Back</button></section><script>
const section = document.getElementById('help')
document.getElementById('open').onclick = () => { section.hidden = false; section.className = 'open' }
document.getElementById('back').onclick = () => {
  section.className = ''
  document.getElementById('tips').textContent = 'no more'
  ${close}
}
Service.ready().catch(() => {})
</script>`

/** A game that counts coins by the thousand. @param saved what it saves */
const sum = (
  saved: string,
): string => `<h1>Bakery</h1><p>You have <b id="coins">0</b> coins. Every bread brings 10.</p>
<button id="bake">Bake a bread</button><script>
const element = document.getElementById('coins')
let coins = 0
const show = () => { element.textContent = coins.toLocaleString() }
document.getElementById('bake').onclick = () => {
  coins += 10
  show()
  Service.storage.set('coins', ${saved}).catch(() => {})
}
Service.ready().catch(() => {})
Service.storage.get('coins').then((saved) => {
  coins += Number(saved) || 0
  show()
}).catch(() => {})
</script>`

/** Counts down from 90, pauses itself when it is hidden, and goes on with a button. @param tick what happens each second */
const paused = (
  tick: string,
): string => `<h1>Hurry</h1><p id="left">90</p><button id="go">Play</button><script>
const button = document.getElementById('go')
const deadline = performance.now() + 90_000
let left = 90
let timer = 0
const pause = () => { clearInterval(timer); timer = 0; button.textContent = 'Go on' }
button.onclick = () => {
  if (timer !== 0) return pause()
  button.textContent = 'Pause'
  timer = setInterval(() => {
    ${tick}
    document.getElementById('left').textContent = left
  }, 1000)
}
Service.on('visibility', ({ visible }) => { if (!visible && timer !== 0) pause() })
Service.ready().catch(() => {})
</script>`

/** A gift that is given once, beside a game whose time runs once it has started. @param guard what comes before the host is asked */
const gift = (guard: string): string => `<p>Coins: <output id="coins">0</output></p>
<p>Time: <output id="time">0</output></p>
<button id="start">Start</button> <button id="gift">Your gift</button>
<script>
const byId = (id) => document.getElementById(id)
let isAsked = false
byId('start').onclick = () => {
  byId('start').hidden = true
  let seconds = 0
  setInterval(() => { byId('time').textContent = String(seconds += 1) }, 1000)
}
byId('gift').onclick = async () => {
  ${guard}
  isAsked = true
  try {
    if ((await Service.storage.get('gift')) === null) {
      byId('coins').textContent = String(Number(byId('coins').textContent) + 5)
      await Service.storage.set('gift', 'yes')
    }
    byId('gift').textContent = 'You have had your gift'
  } catch {
    byId('gift').textContent = 'That did not work. Try again.'
  }
  isAsked = false
}
Service.ready().catch(() => {})
</script>`

export const PLANTED: readonly Planted[] = [
  {
    scenario: 'calls-fail',
    bug: 'a blocked request to the AI that nobody is told of',
    manifest: {
      capabilities: { 'ai.assistant': { version: 1, purpose: 'Answers what you ask the oracle.' } },
    },
    wrong: oracle(''),
    right: oracle("document.getElementById('answer').textContent = 'No answer. Ask again.'"),
    finds: ['run/fails-silently'],
  },
  {
    scenario: 'calls-fail',
    bug: 'a refused payment that nobody is told of',
    manifest: SELLS_PREMIUM,
    wrong: premium("answer.status === 'paid'").replace(/ catch \{ document.*/, ' catch {}'),
    right: premium("answer.status === 'paid'"),
    finds: ['run/fails-silently'],
  },
  {
    scenario: 'buttons',
    bug: 'a tap that counts twice on phones',
    wrong: clicker("['touchstart', 'click']"),
    right: clicker("['click']"),
    finds: ['run/counts-twice'],
  },
  {
    scenario: 'buttons',
    bug: 'a button that waits for ever once a sheet was closed',
    wrong: photos('return'),
    right: photos('isBusy = false; return'),
    finds: ['run/stays-disabled'],
  },
  {
    scenario: 'buttons',
    bug: 'a game that does not begin, so that its other button does nothing',
    wrong: steered("document.getElementById('note').textContent = 'Go!'"),
    right: steered(
      "document.getElementById('note').textContent = 'Go!'; x = 0; by = 2; setTimeout(() => { by = 0 }, 3000)",
    ),
    finds: ['run/dead-button'],
  },
  {
    scenario: 'buttons',
    bug: 'a Back that closes nothing',
    wrong: help("section.class = 'closed'"),
    right: help('section.hidden = true'),
    finds: ['run/dead-button'],
  },
  {
    scenario: 'buttons',
    bug: 'a name that is shown as HTML',
    wrong: greeting('innerHTML'),
    right: greeting('textContent'),
    finds: ['run/text-as-html'],
  },
  {
    scenario: 'rounds',
    bug: 'a clock that goes on while the game is paused',
    wrong: pausable('false'),
    right: pausable('paused'),
    finds: ['run/plays-on'],
  },
  {
    scenario: 'closed-while-paying',
    bug: 'a cancelled payment that unlocks what it is for',
    manifest: SELLS_PREMIUM,
    wrong: premium('answer'),
    right: premium("answer.status === 'paid'"),
    finds: ['run/credited-unpaid'],
  },
  {
    scenario: 'closed-while-paying',
    bug: 'gems that are shown before they are paid for',
    manifest: SELLS_GEMS,
    wrong: shop(CREDITS_ONCE, [
      "button.disabled = true; document.getElementById('gems').textContent = Number(document.getElementById('gems').textContent) + 10",
      'button.disabled = false',
    ]),
    right: shop(CREDITS_ONCE, GUARDED),
    finds: ['run/credited-unpaid', 'run/credited-unpaid'],
  },
  {
    scenario: 'closed-while-paying',
    bug: 'a pending payment that unlocks what it is for',
    manifest: SELLS_PREMIUM,
    wrong: premium("answer.status !== 'cancelled'"),
    right: premium("answer.status === 'paid'"),
    finds: ['run/credited-unpaid'],
  },
  {
    scenario: 'closed-while-paying',
    bug: 'a pending payment that nobody is told of, and that can be made again',
    manifest: SELLS_GEMS,
    wrong: shop(CREDITS_ONCE, GUARDED).replace(SAYS_PENDING, ''),
    right: shop(CREDITS_ONCE, GUARDED),
    finds: ['run/paid-twice'],
  },
  {
    scenario: 'closed-while-paying',
    bug: 'a payment that unlocks something else as well',
    manifest: { products: [...SELLS_GEMS.products, ...SELLS_PREMIUM.products] },
    wrong: both("owned.add('premium')"),
    right: both(''),
    finds: ['run/credited-unpaid'],
  },
  {
    scenario: 'calls-fail',
    bug: 'a button that waits for ever once a call was refused',
    wrong: photos('isBusy = false; return').replace('catch { document', 'catch { return document'),
    right: photos('isBusy = false; return'),
    finds: ['run/stays-disabled'],
  },
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
    // Closed at three moments, and confirmed while the person was away.
    finds: Array.from({ length: 4 }, () => 'run/purchase-lost' as const),
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
    scenario: 'closed-while-paying',
    bug: 'a purchase that is consumed long before its credit is saved',
    manifest: SELLS_GEMS,
    wrong: shop(CREDITS_ONCE, GUARDED).replace(
      `${SAVES}  ${CONSUMES}`,
      () => `${CONSUMES}  await new Promise((resolve) => { setTimeout(resolve, 1500) })\n  ${SAVES}`,
    ),
    right: shop(CREDITS_ONCE, GUARDED),
    finds: ['run/purchase-lost'],
  },
  {
    scenario: 'closed-while-paying',
    bug: 'two purchases of which only the first is delivered',
    manifest: SELLS_GEMS,
    wrong: shop(CREDITS_ONCE, GUARDED).replace(
      'for (const purchase of purchases)',
      'for (const purchase of purchases.slice(0, 1))',
    ),
    right: shop(CREDITS_ONCE, GUARDED),
    finds: ['run/purchase-lost'],
  },
  {
    scenario: 'rounds',
    bug: 'a start button that Space presses though nobody sees it',
    wrong: gates('opacity: 0; pointer-events: none'),
    right: gates('display: none'),
    finds: ['run/unseen-button'],
  },
  {
    scenario: 'reopened',
    bug: 'a list that removes by the places of its start',
    wrong: todo('items.splice(index, 1)'),
    right: todo('items.splice(items.indexOf(item), 1)'),
    finds: ['run/not-kept'],
  },
  {
    scenario: 'reopened',
    bug: 'a key by the number of notes',
    wrong: notesByKey('notes.length + 1'),
    right: notesByKey('Math.max(0, ...notes.map((one) => one.place)) + 1'),
    finds: ['run/not-kept'],
  },
  {
    scenario: 'reopened',
    bug: 'a sum that is saved as it is shown',
    wrong: sum('element.textContent'),
    right: sum('String(coins)'),
    finds: ['run/not-kept'],
  },
  {
    scenario: 'hidden',
    bug: 'music that goes on while the app is hidden',
    wrong: music(''),
    right: QUIET_WHEN_HIDDEN,
    finds: ['run/sound-while-hidden'],
  },
  {
    scenario: 'hidden',
    bug: 'music that only an event of the page stops, which phone apps do not send',
    wrong: QUIET_WHEN_HIDDEN.replace(
      "Service.on('visibility', ({ visible }) => {",
      "document.addEventListener('visibilitychange', () => { const visible = !document.hidden;",
    ),
    right: QUIET_WHEN_HIDDEN,
    finds: ['run/sound-while-hidden'],
  },
  {
    scenario: 'reopened',
    bug: 'a saved setting that its default replaces',
    wrong: tempo('{ ...saved, ...settings }'),
    right: tempo('{ ...settings, ...saved }'),
    finds: ['run/not-kept'],
  },
  {
    scenario: 'reopened',
    bug: 'a bonus of the day that can be claimed again',
    wrong: bonus('{ coins: state.coins }'),
    right: bonus('state'),
    finds: ['run/not-kept'],
  },
  {
    scenario: 'changes',
    bug: 'a field that is drawn again without its text',
    wrong: drawnAgain("''"),
    right: drawnAgain('text'),
    finds: ['run/replaces-text'],
  },
  {
    scenario: 'calls-fail',
    bug: 'a wheel that turns for ever once a call was refused',
    wrong: ranking(''),
    right: ranking("list.textContent = 'The ranking cannot be reached.'"),
    finds: ['run/loads-forever'],
  },
  {
    scenario: 'hidden',
    bug: 'a deadline that passes while the game is paused',
    wrong: paused('left = Math.ceil((deadline - performance.now()) / 1000)'),
    right: paused('left -= 1'),
    finds: ['run/time-jumps'],
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
  {
    scenario: 'offline',
    bug: 'a bar of a start that never ends',
    wrong: `<h1>Quiz</h1><progress max="10" value="3"></progress><script>Service.ready().catch(() => {})</script>`,
    right: `<h1>Quiz</h1><progress max="10" value="3" aria-label="Time left"></progress>
<label>Health <progress max="10" value="3"></progress></label><script>Service.ready().catch(() => {})</script>`,
    finds: ['run/loads-forever'],
  },
  {
    scenario: 'buttons',
    bug: 'an answer of a quiz that counts with every tap',
    wrong: quiz(''),
    right: quiz('if (isAnswered) return'),
    finds: ['run/counts-twice'],
  },
  {
    scenario: 'buttons',
    bug: 'a question after the last one',
    wrong: trivia('{}'),
    right: trivia("element('n').textContent = ''"),
    finds: ['run/broken-value'],
  },
  {
    scenario: 'buttons',
    bug: 'a list that is longer each time it is opened',
    wrong: bag(''),
    right: bag("element('things').replaceChildren()"),
    finds: ['run/shown-again'],
  },
  {
    scenario: 'rounds',
    bug: 'a new game with the board of the last one',
    wrong: noughts({ reset: '' }),
    right: noughts(),
    finds: ['run/old-score'],
  },
  {
    scenario: 'rounds',
    bug: 'a move of the last game in a new one',
    wrong: noughts({ robot: 'if (isOn) place(free()[0], "O")' }),
    right: noughts(),
    finds: ['run/old-score'],
  },
  {
    scenario: 'rounds',
    bug: 'taps that count after the end',
    wrong: sprint({ tap: '' }),
    right: sprint(),
    finds: ['run/plays-on'],
  },
  {
    scenario: 'rounds',
    bug: 'keys that count after the end',
    wrong: hangman(''),
    right: hangman(),
    finds: ['run/plays-on'],
  },
  {
    scenario: 'buttons',
    bug: 'a card that is a pair with itself',
    wrong: memory(''),
    right: memory(),
    finds: ['run/counts-twice'],
  },
  {
    scenario: 'hidden',
    bug: 'earnings while away that count again with each return',
    wrong: mine(''),
    right: mine(),
    finds: ['run/doubles-on-return'],
  },
  {
    scenario: 'rounds',
    bug: 'a time that goes on below zero',
    wrong: sprint({ end: '< -1' }),
    right: sprint(),
    finds: ['run/broken-value'],
  },
  {
    scenario: 'rounds',
    bug: 'a best score that is shown only in the next game',
    wrong: sprint({ best: '' }),
    right: sprint(),
    finds: ['run/broken-value'],
  },
  {
    scenario: 'buttons',
    bug: 'keys that a game keeps from a text field',
    wrong: arena({ keys: '' }),
    right: arena(),
    finds: ['run/cannot-type'],
  },
  {
    scenario: 'hidden',
    bug: 'a mute button that mutes nothing',
    wrong: stars({ mute: '' }),
    right: stars(),
    finds: ['run/mute-does-nothing'],
  },
  {
    scenario: 'hidden',
    bug: 'a muted game whose sound is back once it was hidden',
    wrong: stars({ back: 'this.audio?.resume()' }),
    right: stars(),
    finds: ['run/mute-does-nothing'],
  },
  {
    scenario: 'rounds',
    bug: 'taps that count in a pause',
    wrong: stars({ paused: '' }),
    right: stars(),
    finds: ['run/plays-on'],
  },
  {
    scenario: 'display-rate',
    bug: 'a start button that begins a second loop',
    wrong: scenes({ begin: '' }),
    right: scenes(),
    finds: ['run/counts-twice'],
  },
  {
    scenario: 'language',
    bug: 'a day that is saved as German writes it',
    wrong: garden({ day: 'new Date().toLocaleDateString()' }),
    right: garden(),
    finds: ['run/broken-value'],
  },
  {
    scenario: 'rounds',
    bug: 'a timer that every return starts again',
    wrong: egg({ back: '' }),
    right: egg(),
    finds: ['run/leaks'],
  },
  {
    scenario: 'storage-full',
    bug: 'a result that is called saved though it is not',
    wrong: arena({ saved: ".catch(() => {}); element('note').textContent = 'Saved.'" }),
    right: arena(),
    finds: ['run/lost-silently'],
  },
  {
    scenario: 'changes',
    bug: 'a scale that adds up each time the phone is turned',
    wrong: stars({ resize: 'this.pen.scale(1.15, 1.15)', width: '2000' }),
    right: stars(),
    finds: ['run/ignores-size'],
  },
  {
    scenario: 'changes',
    bug: 'a game that begins again when the phone is turned',
    wrong: scenes({ resized: 'if (scene === "play") create()' }),
    right: scenes(),
    finds: ['run/lost-by-turning'],
  },
  {
    scenario: 'reopened',
    bug: 'a save that only knows what was there at the start',
    wrong: garden({ deps: '[]' }),
    right: garden(),
    finds: ['run/not-kept'],
  },
  {
    scenario: 'reopened',
    bug: 'scores that are sorted as texts',
    wrong: arena({ order: 'String(b) < String(a) ? -1 : 1' }),
    right: arena(),
    finds: ['run/broken-value'],
  },
  {
    scenario: 'calls-fail',
    bug: 'a picture that a guardian does not allow to be picked, and that is read',
    wrong: camera("answer.status === 'cancelled'"),
    right: camera("answer.status !== 'picked'"),
    finds: ['run/unhandled-rejection'],
  },
  {
    scenario: 'slow-host',
    bug: 'a drawing that replaces what was drawn before it was loaded',
    wrong: sketch({ loaded: 'JSON.parse(text)' }),
    right: sketch(),
    finds: ['run/loses-taps'],
  },
  {
    scenario: 'storage-full',
    bug: 'a drawing that becomes longer than a value may be',
    wrong: sketch({ saved: 'lines' }),
    right: sketch(),
    finds: ['run/call-refused'],
  },
  {
    scenario: 'slow-host',
    bug: 'a gift that two taps give twice',
    wrong: gift(''),
    right: gift('if (isAsked) return'),
    finds: ['run/counts-twice'],
  },
  {
    scenario: 'display-rate',
    bug: 'bubbles that appear by chance in each frame',
    wrong: bubbles('if (Math.random() < 1 / 50) add()'),
    right: bubbles('next -= dt; if (next <= 0) { add(); next += 0.8 }'),
    finds: ['run/speed-follows-display'],
  },
  {
    scenario: 'hidden',
    bug: 'words that a pause does not stop',
    wrong: fallingWords(''),
    right: fallingWords('.paused .word { animation-play-state: paused }'),
    finds: ['run/time-jumps'],
  },
  {
    scenario: 'buttons',
    bug: 'a Set of which JSON leaves nothing',
    wrong: skies('opened'),
    right: skies('[...opened]'),
    finds: ['run/not-kept'],
  },
  {
    scenario: 'buttons',
    bug: 'an Enter that goes on to the next question and answers it',
    wrong: answersByKey(''),
    right: answersByKey('event.preventDefault()'),
    finds: ['run/counts-twice'],
  },
  {
    scenario: 'buttons',
    bug: 'a drag that the browser takes for scrolling',
    wrong: basket(''),
    right: basket('touch-action: none'),
    finds: ['run/drag-cancelled'],
  },
  {
    scenario: 'buttons',
    bug: 'a wish that is longer than what can be shared',
    wrong: wish('', ''),
    right: wish('maxlength="300"', ''),
    finds: ['run/call-refused'],
  },
  {
    scenario: 'slow-host',
    bug: 'a switch that the saved setting sets back',
    wrong: soundSwitch('false'),
    right: soundSwitch('isTouched'),
    finds: ['run/loses-taps'],
  },
  {
    scenario: 'slow-host',
    bug: 'a share that waits for something else first',
    wrong: wish('maxlength="300"', "await Service.storage.get('greeting')"),
    right: wish('maxlength="300"', "Service.storage.get('greeting').catch(() => {})"),
    finds: ['run/call-refused'],
  },
  {
    scenario: 'buttons',
    bug: 'a photo that is gone once the next choice is cancelled',
    wrong: photoFrame('frame.replaceChildren()'),
    right: photoFrame(''),
    finds: ['run/lost-by-cancelling'],
  },
  {
    scenario: 'closed-while-paying',
    bug: 'a payment that counts as failed where only consume() fails',
    manifest: SELLS_GEMS,
    wrong: shop(CREDITS_ONCE, GUARDED).replace('catch {}', `catch { ${NOT_CHARGED} }`),
    right: shop(CREDITS_ONCE, GUARDED)
      .replace('await bring(answer.purchase)', `await bring(answer.purchase).catch(() => { ${COMES_LATER} })`)
      .replace('catch {}', `catch { ${NOT_CHARGED} }`),
    finds: ['run/says-unpaid'],
  },
]
