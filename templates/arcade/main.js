/// <reference path="./.vscode/service-miniapp.d.ts" />
// Puts the parts together: states, input, the loop, and all that is said to and heard from the host.

const STEP_SECONDS = 1 / 120
/** After a hitch, the game goes on from where it was, instead of rushing through what was missed. */
const MAX_FRAME_SECONDS = 0.1
const COUNT_SECONDS = 1.8
const ENDING_SECONDS = 0.9

const byId = (id) => document.getElementById(id)
const stage = byId('stage')
const go = byId('go')

const game = new Game()
const view = new View(byId('sky'))
const sound = new Sound()
const saved = new Saved(showSaved, showProblem)

// ----- States: loading, title, playing, counting (about to go on), paused, ending (the last sparks), over.

let state = 'loading'
let timeLeft = 0 // of counting or ending, in seconds

const enter = (next, seconds = 0) => {
  state = next
  timeLeft = seconds
  document.body.dataset.state = next
  keepDrawing()
}

const TEXTS = {
  paused: { title: 'Paused', text: 'Take your time.', button: 'Resume' },
  lost: { title: 'Lost in space', button: 'Play again' },
  burnt: { title: 'Burnt up', button: 'Play again' },
}

const showPanel = ({ title, text, button }) => {
  byId('panel-title').textContent = title
  byId('panel-text').textContent = text
  go.textContent = button
  go.disabled = false
  // The next key press or tap belongs to the panel.
  go.focus({ preventScroll: true })
}

const play = () => {
  sound.unlock()
  game.reset()
  view.reset()
  byId('score').textContent = 0
  enter('playing')
  stage.focus({ preventScroll: true })
}

const pause = () => {
  if (state !== 'playing' && state !== 'counting') return
  enter('paused')
  sound.rest()
  showPanel(TEXTS.paused)
}

/** Nobody should lose for having pressed the button: the game resumes after a short count. */
const resume = () => {
  sound.unlock()
  enter('counting', COUNT_SECONDS)
  stage.focus({ preventScroll: true })
}

const finish = () => {
  const isBest = saved.addScore(game.score)
  showSaved()
  const result = isBest
    ? `Score ${game.score}: your best yet!`
    : `Score ${game.score}. Your best is ${saved.best}.`
  enter('over')
  showPanel({ ...TEXTS[game.over], text: result })
  byId('status').textContent = `${TEXTS[game.over].title}. ${result}`
}

// ----- The loop: the game moves in fixed steps, however often the screen shows it.

let lastTime = null
let owed = 0

/** Nothing moves: there is nothing to draw, and the device may rest. */
const isResting = () => state === 'paused' || state === 'over'

const keepDrawing = () => {
  if (lastTime !== null || isResting()) return
  lastTime = performance.now()
  requestAnimationFrame(frame)
}

const frame = (now) => {
  const seconds = Math.max(0, Math.min((now - lastTime) / 1000, MAX_FRAME_SECONDS))
  lastTime = now
  if (state === 'title') demonstrate()
  if (state === 'playing' || (state === 'title' && !view.calm.matches)) {
    owed += seconds
    for (; owed >= STEP_SECONDS; owed -= STEP_SECONDS) game.step(STEP_SECONDS)
  }
  view.draw(game, owed / STEP_SECONDS, seconds)
  for (const event of game.takeEvents()) react(event)
  runDown(seconds)
  if (isResting()) lastTime = null
  else requestAnimationFrame(frame)
}

const react = (event) => {
  view.effects.show(event, view.calm.matches)
  if (state !== 'playing') return
  byId('score').textContent = game.score
  if (event.kind === 'leap') sound.leap()
  if (event.kind === 'land') sound.land(game.streak)
  if (event.kind === 'end') {
    sound.end()
    enter('ending', ENDING_SECONDS)
  }
}

const runDown = (seconds) => {
  if (state !== 'counting' && state !== 'ending') return
  timeLeft -= seconds
  byId('count').textContent = Math.ceil((timeLeft / COUNT_SECONDS) * 3)
  if (timeLeft > 0) return
  if (state === 'counting') enter('playing')
  else finish()
}

/** Behind the title, the game plays itself. */
const demonstrate = () => {
  if (game.over) game.reset()
  if (game.isOnCourse()) game.leap()
}

// ----- Input: one thing to do, by touch, mouse or keyboard.

stage.addEventListener('pointerdown', (event) => {
  if (event.button !== 0 || state !== 'playing') return
  event.preventDefault()
  game.leap()
})
// A long press would open a menu.
stage.addEventListener('contextmenu', (event) => event.preventDefault())

go.addEventListener('click', () => {
  if (state === 'paused') resume()
  else play()
})
byId('pause').addEventListener('click', pause)
byId('sound').addEventListener('click', toggleSound)

function toggleSound() {
  saved.setMuted(!sound.muted)
  showSaved()
  // The next Space is a leap again, not another press of the button.
  if (state === 'playing') stage.focus({ preventScroll: true })
}

function showSaved() {
  byId('best').textContent = saved.best
  sound.setMuted(saved.muted)
  byId('sound').setAttribute('aria-pressed', String(!saved.muted))
}

const PANEL_STATES = ['title', 'paused', 'over']
const LEAP_KEYS = [' ', 'Enter', 'ArrowUp', 'ArrowRight']

addEventListener('keydown', (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (key === 'm') toggleSound()
  else if (key === 'p' || key === 'Escape') state === 'paused' ? resume() : pause()
  else if (LEAP_KEYS.includes(key) && event.target.tagName !== 'BUTTON') {
    event.preventDefault()
    if (state === 'playing') game.leap()
    else if (PANEL_STATES.includes(state)) go.click()
  }
})

// ----- The page and its frame.

new ResizeObserver(() => {
  view.resize()
  view.draw(game)
}).observe(stage)

const showTheme = (theme) => {
  document.documentElement.dataset.theme = theme
  view.setTheme(theme)
  view.draw(game)
}

// On the web the page's own event tells too, even where there is no host.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) pause()
})

// ----- The host.

Service.on('theme', ({ theme }) => showTheme(theme))
Service.on('visibility', ({ visible }) => {
  // Coming back, the game waits until the player is ready; what could not be saved is tried again.
  if (visible) saved.flush()
  else pause()
})

/** Play goes on whatever fails; the player is told only what it means for them. Null: all is well again. */
function showProblem(code) {
  byId('notice').hidden = code === null
  byId('notice').textContent =
    code === 'NO_HOST'
      ? 'Opened on its own, this page cannot keep your best score.'
      : 'Your best score could not be reached just now. It is tried again later.'
}

const start = () => {
  // The device's theme, until the host tells the person's own.
  showTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  go.disabled = false
  go.textContent = 'Play'
  enter('title')
  // Something is on screen: the loading cover may go. Everything else comes after that.
  Service.ready().catch(() => {})
  Service.getContext().then(
    ({ theme }) => showTheme(theme),
    () => {},
  )
  saved.load()
}

start()
