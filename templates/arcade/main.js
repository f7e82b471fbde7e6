// Connects the parts: states, input, the game loop, and the calls to the host.

const STEP_SECONDS = 1 / 120
/** After a long frame the game continues where it was, instead of catching up. */
const MAX_FRAME_SECONDS = 0.1
const COUNT_SECONDS = 1.8
const ENDING_SECONDS = 0.9

const stage = byId('stage')
const go = button('go')

let game = new Game()
const view = new View(/** @type {HTMLCanvasElement} */ (byId('sky')))
const sound = new Sound()
const saved = new Saved(onLoaded, showProblem)
const shop = new Shop(showOwned)
const ranking = new Ranking()
const panels = new Panels(shop, ranking, () => {
  go.focus({ preventScroll: true })
})
let has = { db: false, pay: false } // what this host supports

// ----- States: loading, title, playing, counting (about to go on), paused, ending (the last sparks), over.

let state = 'loading'
let timeLeft = 0 // of counting or ending, in seconds

/** @type {(next: string, seconds?: number) => void} */
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

/** @param {{ title: string, text: string, button: string }} panel */
const showPanel = (panel) => {
  byId('panel-title').textContent = panel.title
  byId('panel-text').textContent = panel.text
  go.textContent = panel.button
  go.disabled = false
  // The next key press or tap goes to the panel.
  go.focus({ preventScroll: true })
}

const play = () => {
  sound.unlock()
  game = new Game()
  view.reset()
  byId('score').textContent = '0'
  enter('playing')
  stage.focus({ preventScroll: true })
}

const pause = () => {
  if (state !== 'playing' && state !== 'counting') return
  enter('paused')
  sound.rest()
  showPanel(TEXTS.paused)
}

/** The game resumes after a short countdown, so that pressing the button loses no game. */
const resume = () => {
  sound.unlock()
  enter('counting', COUNT_SECONDS)
  stage.focus({ preventScroll: true })
}

const finish = () => {
  const isBest = saved.addScore(game.score)
  showSaved()
  if (has.db) void ranking.enter(saved.best)
  const score = String(game.score)
  const result =
    game.score === 0
      ? 'Leap when the dots ahead of you point at the next planet.'
      : !saved.isLoaded
        ? `Score ${score}.`
        : isBest
          ? `Score ${score}: your best yet!`
          : `Score ${score}. Your best is ${String(saved.best)}.`
  document.body.dataset.score = score
  enter('over')
  showOwned()
  const { title, button } = TEXTS[game.over ?? 'lost']
  showPanel({ title, button, text: result })
  byId('status').textContent = `${title}. ${result}`
}

/** Uses a bought second chance: the game continues from the last planet. */
const useChance = () => {
  if (state !== 'over' || !shop.spend()) return
  game.revive()
  view.reset()
  view.camera = game.ship.planet.along
  resume()
}

/** Shares a picture of the result, drawn and sent within the tap. The app never learns whether it was shared. */
const shareResult = async () => {
  const words = `${String(game.score)} ${game.score === 1 ? 'point' : 'points'} among the planets. How far do you get?`
  const picture = drawPicture(game, view.theme, document.title, shop.hasComet)
  try {
    await Service.share({ image: picture, text: words })
  } catch (error) {
    if (codeOf(error) !== 'BUSY') byId('status').textContent = 'It cannot be shared right now.'
  }
}

// ----- The loop: the game advances in fixed steps, at any frame rate.

let isDrawing = false
let lastTime = 0
let owed = 0

/** Nothing moves, so there is nothing to draw, and the device can rest. */
const isResting = () => state === 'paused' || state === 'over'

const keepDrawing = () => {
  if (isDrawing || isResting()) return
  isDrawing = true
  lastTime = performance.now()
  requestAnimationFrame(frame)
}

/** @param {number} now in milliseconds */
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
  isDrawing = !isResting()
  if (isDrawing) requestAnimationFrame(frame)
}

/** @param {GameEvent} event */
const react = (event) => {
  view.effects.show(event, view.calm.matches)
  if (state !== 'playing') return
  byId('score').textContent = String(game.score)
  if (event.kind === 'leap') sound.leap()
  if (event.kind === 'land') sound.land(game.streak)
  if (event.kind === 'end') {
    sound.end()
    enter('ending', ENDING_SECONDS)
  }
}

/** @param {number} seconds */
const runDown = (seconds) => {
  if (state !== 'counting' && state !== 'ending') return
  timeLeft -= seconds
  byId('count').textContent = String(Math.ceil((timeLeft / COUNT_SECONDS) * 3))
  if (timeLeft > 0) return
  if (state === 'counting') enter('playing')
  else finish()
}

/** Behind the title, a demo plays. */
const demonstrate = () => {
  if (game.over) game = new Game()
  if (game.isOnCourse()) game.leap()
}

// ----- Input: one action, by touch, mouse or keyboard.

stage.addEventListener('pointerdown', (event) => {
  if (event.button !== 0 || state !== 'playing') return
  event.preventDefault()
  game.leap()
})
// A long press would open the context menu.
stage.addEventListener('contextmenu', (event) => {
  event.preventDefault()
})

go.addEventListener('click', () => {
  if (state === 'paused') resume()
  else play()
})
byId('chance').addEventListener('click', useChance)
byId('share').addEventListener('click', () => void shareResult())
byId('pause').addEventListener('click', pause)
byId('sound').addEventListener('click', toggleSound)

function toggleSound() {
  saved.setMuted(!sound.muted)
  showSaved()
  // The next Space leaps, and does not press the button again.
  if (state === 'playing') stage.focus({ preventScroll: true })
}

function onLoaded() {
  showSaved()
  if (has.db) void ranking.enter(saved.best)
}

function showSaved() {
  byId('best').textContent = String(saved.best)
  sound.setMuted(saved.muted)
  byId('sound').setAttribute('aria-pressed', String(!saved.muted))
}

function showOwned() {
  view.isComet = shop.hasComet
  byId('chance').hidden = state !== 'over' || shop.chancesLeft === 0
  byId('chance').textContent = `Second chance (${String(shop.chancesLeft)} left)`
  panels.showOwned()
}

const PANEL_STATES = ['title', 'paused', 'over']
const LEAP_KEYS = [' ', 'Enter', 'ArrowUp', 'ArrowRight']

addEventListener('keydown', (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (panels.open !== null) {
    if (key === 'Escape') panels.close()
    return
  }
  if (key === 'm') toggleSound()
  else if (key === 'p' || key === 'Escape') {
    if (state === 'paused') resume()
    else pause()
  } else if (LEAP_KEYS.includes(key) && !(event.target instanceof HTMLButtonElement)) {
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

/** @param {ServiceMiniapp.Theme} theme */
const showTheme = (theme) => {
  document.documentElement.dataset.theme = theme
  view.setTheme(theme)
  view.draw(game)
}

// On the web the page's own event works too, even without a host.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) pause()
})

// ----- The host.

Service.on('theme', ({ theme }) => {
  showTheme(theme)
})
Service.on('visibility', ({ visible }) => {
  // On return, the game waits until the player is ready, and retries what could not be saved.
  if (!visible) {
    pause()
    return
  }
  void saved.flush()
  void loadExtras()
})

/**
 * The game goes on if storage fails, and tells the player what it means for them.
 * @param {unknown} error null: it works again
 */
function showProblem(error) {
  byId('notice').hidden = error === null
  byId('notice').textContent =
    codeOf(error) === 'NO_HOST'
      ? 'Opened on its own, this page cannot keep your best score.'
      : 'Your best score could not be loaded or saved. The game will try again.'
}

/** Loads purchases and the ranking. Runs at every return, since no event says that a payment was confirmed. */
const loadExtras = async () => {
  has = await panels.offer()
  if (has.db && saved.isLoaded) void ranking.enter(saved.best)
  // If it fails, the next return tries again.
  if (has.pay) shop.deliver().catch(() => {})
}

const start = () => {
  // The device's theme, until the host sends the person's.
  showTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  go.disabled = false
  go.textContent = 'Play'
  enter('title')
  // Something is on screen, so the host can remove its loading cover. Everything else comes after.
  Service.ready().catch(() => {})
  Service.getContext().then(
    ({ theme, app_user_id }) => {
      showTheme(theme)
      panels.player = app_user_id
    },
    () => {},
  )
  void saved.load()
  void loadExtras()
}

start()
