import { buildSync } from 'esbuild'

/**
 * Small games in the styles that people write in: a canvas with classes, a loop with scenes, Preact without a build, and pages of
 * elements. What a function is given is where a bug may be; by default, there is none.
 */

/** A canvas game with classes: stars fall, a tap catches one. @param paused what a tap does in a pause @param mute what the button for sound does @param back what happens when the person is back @param resize what happens to the canvas when the frame changes */
export const stars = ({
  paused = 'return',
  mute = 'if (this.isMuted) this.audio?.suspend(); else this.audio?.resume()',
  back = 'if (!this.isMuted) this.audio?.resume()',
  resize = 'this.canvas.width = innerWidth; this.canvas.height = innerHeight - 90',
  width = 'this.canvas.width',
} = {}): string => `<style>body { margin: 0; font: 16px sans-serif } canvas { display: block; width: 100vw; height: calc(100vh - 90px) }
header { height: 90px; box-sizing: border-box; padding: 4px }</style>
<header>Score: <b id="score">0</b> <button id="pause">Pause</button> <button id="mute" aria-pressed="false">Mute</button></header><canvas id="sky"></canvas><script>
class Star {
  constructor(x) { this.x = x; this.y = -20 }
  move(seconds) { this.y += seconds * 90 }
}
class Game {
  constructor(canvas) {
    this.canvas = canvas
    this.pen = canvas.getContext('2d')
    this.stars = []
    this.score = 0
    this.isPaused = false
    this.isMuted = false
    this.next = 0
    this.last = performance.now()
    this.resize()
    addEventListener('resize', () => this.resize())
    canvas.addEventListener('pointerdown', (event) => this.tap(event))
    document.getElementById('pause').onclick = () => this.pause(!this.isPaused)
    document.getElementById('mute').onclick = ({ currentTarget }) => {
      this.isMuted = !this.isMuted
      currentTarget.ariaPressed = String(this.isMuted)
      currentTarget.textContent = this.isMuted ? 'Unmute' : 'Mute'
      ${mute}
    }
    Service.on('visibility', ({ visible }) => {
      if (!visible) { this.pause(true); this.audio?.suspend() }
      else { ${back} }
    })
    requestAnimationFrame((now) => this.frame(now))
  }
  resize() { ${resize}; this.draw() }
  pause(isPaused) {
    this.isPaused = isPaused
    document.getElementById('pause').textContent = isPaused ? 'Resume' : 'Pause'
  }
  play() {
    if (this.audio) return
    this.audio = new AudioContext()
    const tone = this.audio.createOscillator()
    const volume = this.audio.createGain()
    volume.gain.value = 0.1
    tone.connect(volume).connect(this.audio.destination)
    tone.start()
    if (this.isMuted) this.audio.suspend()
  }
  tap() {
    if (this.isPaused) { ${paused} }
    this.play()
    this.score += 1
    document.getElementById('score').textContent = this.score
    this.stars.shift()
  }
  frame(now) {
    const seconds = Math.min((now - this.last) / 1000, 0.1)
    this.last = now
    if (!this.isPaused) {
      this.next -= seconds
      if (this.next < 0) { this.next = 0.7; this.stars.push(new Star(((this.stars.length * 97) % 280) + 20)) }
      for (const star of this.stars) star.move(seconds)
      this.stars = this.stars.filter(({ y }) => y < 1200)
    }
    this.draw()
    requestAnimationFrame((next) => this.frame(next))
  }
  draw() {
    this.pen.fillStyle = '#102'
    this.pen.fillRect(0, 0, ${width}, this.canvas.height)
    this.pen.fillStyle = 'gold'
    for (const { x, y } of this.stars) this.pen.fillRect(x, y, 18, 18)
  }
}
new Game(document.getElementById('sky'))
Service.ready().catch(() => {})
</script>`

/** A game of scenes and a loop that updates them, as engines have them. @param begin what the start button does besides @param resized what a change of the size does to the scene */
export const scenes = ({
  begin = "if (scene === 'play') return",
  resized = '',
} = {}): string => `<style>body { margin: 0; font: 18px sans-serif } canvas { display: block; width: 100vw; height: 60vh } #start { transition: opacity 0.6s }</style>
<canvas id="view"></canvas><p>Time: <span id="time">60</span></p><p>Score: <span id="score">0</span></p><button id="jump">Jump</button> <button id="start">Start</button><script>
const config = { scale: 1, gravity: 900 }
const view = document.getElementById('view')
const pen = view.getContext('2d')
let scene = 'menu'
const player = { y: 0, speed: 0 }
let data = { time: 60, score: 0, x: 0 }
const create = () => { data = { time: 60, score: 0, x: 0 }; player.y = 0 }
const update = (seconds) => {
  data.time = Math.max(0, data.time - seconds)
  data.x = (data.x + seconds * 60) % 300
  player.speed += config.gravity * seconds
  player.y = Math.min(0, player.y + player.speed * seconds)
  if (player.y === 0) player.speed = 0
  if (data.time === 0) { scene = 'menu'; document.getElementById('start').style.opacity = 1; document.getElementById('start').disabled = false; document.getElementById('start').textContent = 'Play again' }
}
const render = () => {
  pen.clearRect(0, 0, view.width, view.height)
  pen.fillStyle = '#375'
  pen.fillRect(data.x, view.height / 2 + player.y / 4, 30, 30)
  document.getElementById('time').textContent = Math.ceil(data.time)
  document.getElementById('score').textContent = data.score
}
const loop = () => {
  let last = performance.now()
  const step = (now) => {
    const seconds = Math.min((now - last) / 1000, 0.1)
    last = now
    if (scene === 'play') { update(seconds); requestAnimationFrame(step) }
    render()
  }
  requestAnimationFrame(step)
}
const resize = () => {
  view.width = innerWidth
  view.height = innerHeight * 0.6
  ${resized}
  render()
}
document.getElementById('start').onclick = ({ currentTarget }) => {
  ${begin}
  currentTarget.style.opacity = 0
  setTimeout(() => { currentTarget.disabled = scene === 'play' }, 600)
  const wasOn = scene === 'play'
  scene = 'play'
  if (!wasOn) create()
  loop()
}
document.getElementById('jump').onclick = () => {
  if (scene !== 'play' || player.y < 0) return
  player.speed = -420
  data.score += 1
}
addEventListener('resize', resize)
resize()
let isResting = false
Service.on('visibility', ({ visible }) => {
  if (!visible && scene === 'play') { scene = 'rest'; isResting = true }
  else if (visible && isResting) { isResting = false; scene = 'play'; loop() }
})
Service.ready().catch(() => {})
</script>`

/** A page to draw on, which keeps the lines. @param loaded what becomes of what was kept @param saved the lines that are kept */
export const sketch = ({
  loaded = '[...JSON.parse(text), ...lines]',
  saved = 'short(lines)',
} = {}): string => `<canvas id="paper" style="display: block; width: 100%; height: 70vh; border: 1px solid; touch-action: none"></canvas>
<p id="note">Draw something.</p><script>
const paper = document.getElementById('paper')
const say = (words) => { document.getElementById('note').textContent = words }
let [lines, line, isLoaded] = [[], null, false]
const short = (all) => {
  let kept = all
  while (JSON.stringify(kept).length > 4000) kept = kept.slice(1)
  return kept
}
const draw = () => {
  paper.width = paper.clientWidth
  paper.height = paper.clientHeight
  const pen = paper.getContext('2d')
  pen.lineWidth = 4
  for (const points of lines) {
    pen.beginPath()
    for (const [x, y] of points) pen.lineTo(x, y)
    pen.stroke()
  }
}
const load = async () => {
  if (isLoaded) return
  const text = (await Service.storage.get('lines')) ?? '[]'
  if (isLoaded) return
  isLoaded = true
  lines = ${loaded}
  draw()
}
const save = async () => {
  try {
    await load()
    await Service.storage.set('lines', JSON.stringify(${saved}))
    say('Saved.')
  } catch { say('Your drawing could not be saved.') }
}
const at = ({ offsetX, offsetY }) => [Math.round(offsetX), Math.round(offsetY)]
paper.onpointerdown = (event) => { line = [at(event)]; lines.push(line); draw() }
paper.onpointermove = (event) => { if (line !== null) { line.push(at(event)); draw() } }
const end = () => { if (line !== null) { line = null; save() } }
paper.onpointerup = end
paper.onpointercancel = end
draw()
Service.ready().catch(() => {})
load().catch(() => say('Your drawing could not be loaded.'))
</script>`

/** Preact with its hooks, as a page loads it that is not built. */
const PREACT = `<script>${
  buildSync({
    stdin: {
      contents:
        "import * as core from 'preact'; import * as hooks from 'preact/hooks'; window.preact = { ...core, ...hooks }",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
  }).outputFiles[0]?.text ?? ''
}</script>`

/** A garden in Preact: what was grown is kept. @param save how it is saved @param day how today is written @param ago how many days ago a day was */
export const garden = ({
  save = "Service.storage.set('plants', String(plants)).catch(() => {})",
  deps = '[plants]',
  day = 'new Date().toISOString().slice(0, 10)',
} = {}): string => `<div id="app"></div>${PREACT}<script>
const { h, render, useState, useEffect } = preact
const App = () => {
  const [plants, setPlants] = useState(0)
  const [days, setDays] = useState(0)
  const [isLoaded, setLoaded] = useState(false)
  const today = ${day}
  useEffect(() => {
    Promise.all([Service.storage.get('plants'), Service.storage.get('day')]).then(([saved, last]) => {
      setPlants((now) => now + (Number(saved) || 0))
      setDays(last == null ? 0 : Math.round((new Date(today) - new Date(last)) / 86400000))
      setLoaded(true)
      Service.storage.set('day', today).catch(() => {})
    }).catch(() => {})
  }, [])
  useEffect(() => {
    if (!isLoaded) return
    const leave = () => { ${save} }
    const onVisibility = ({ visible }) => { if (!visible) leave() }
    leave()
    Service.on('visibility', onVisibility)
    return () => Service.off('visibility', onVisibility)
  }, ${deps.replace(']', deps === '[]' ? ']' : ', isLoaded]')})
  return h('main', null,
    h('h1', null, 'Garden'),
    h('p', null, 'Plants: ', h('b', null, plants)),
    h('p', null, 'Last visit: ' + days + ' days ago'),
    h('button', { onClick: () => setPlants((now) => now + 1) }, 'Plant a seed'))
}
render(h(App), document.getElementById('app'))
Service.ready().catch(() => {})
</script>`

/** A countdown that stops while nobody looks. @param back what happens first when someone does again */
export const egg = ({
  back = 'clearInterval(timer)',
} = {}): string => `<h1>Egg timer</h1><p>Seconds left: <span id="left">300</span></p><button id="go">Start</button><script>
let [left, timer, isOn] = [300, 0, false]
const run = () => { timer = setInterval(() => { left = Math.max(0, left - 1); document.getElementById('left').textContent = left }, 1000) }
document.getElementById('go').onclick = ({ currentTarget }) => {
  isOn = !isOn
  clearInterval(timer)
  if (isOn) run()
  currentTarget.textContent = isOn ? 'Stop' : 'Start'
}
Service.on('visibility', ({ visible }) => {
  ${back}
  if (visible && isOn) run()
})
Service.ready().catch(() => {})
</script>`

/** A page with keys for a game and a field for a name. @param keys what the page does with each key @param order how scores are sorted @param saved what is said once a result was saved */
export const arena = ({
  keys = "if (target.matches('input')) return",
  order = 'b - a',
  saved = `.then(() => { element('note').textContent = 'Saved.' }, () => { element('note').textContent = 'Could not save.' })`,
  style = '',
} = {}): string => `<style>#panel { padding: 8px; ${style} }</style><div id="panel"><h1>Arena</h1>
<p>Points: <b id="points">0</b></p><p><label>Your name <input id="name" maxlength="12"></label></p>
<button id="hit">Hit</button> <button id="done">Save result</button><p id="note"></p><h2>Best scores</h2><ol id="list"></ol></div><script>
const element = (id) => document.getElementById(id)
let points = 0
let results = []
const show = () => {
  element('points').textContent = points
  element('list').replaceChildren(...[...results].sort((a, b) => ${order}).slice(0, 8).map((one) => {
    const item = document.createElement('li')
    item.textContent = one + ' points'
    return item
  }))
}
addEventListener('keydown', (event) => {
  const { target, key } = event
  ${keys}
  event.preventDefault()
  if (key === ' ') hit()
})
const hit = () => { points += 3; show() }
element('hit').onclick = hit
element('done').onclick = () => {
  if (points === 0) return
  results = [...results, points].slice(-20)
  points = 0
  show()
  Service.storage.set('results', JSON.stringify(results))${saved}
}
show()
Service.ready().catch(() => {})
Service.storage.get('results').then((text) => { results = [...JSON.parse(text ?? '[]'), ...results]; show() }).catch(() => {})
</script>`

/** A room with a chat and a game of clicks, whose host decides. @param says how a message is shown @param joins what happens to the list when someone comes @param clock who counts the time @param tells what the host sends */
export const room = ({
  says = 'textContent',
  joins = 'people = people.filter(({ id }) => id !== player.id)',
  clock = 'match !== null',
  tells = 'clicks, left',
} = {}): string => `<h1>Room</h1><p id="status">Nobody is here.</p><button id="host">Host a room</button>
<section id="room" hidden><p>Time left: <span id="left">120</span></p><p>Clicks: <span id="clicks">0</span></p><button id="click">Click</button>
<ul id="people"></ul><form id="chat"><input id="text" aria-label="Message" maxlength="60"><button>Send</button></form><div id="log"></div></section><script>
const element = (id) => document.getElementById(id)
let match = null
let [clicks, left, people] = [0, 120, []]
const isHost = () => match !== null && match.host === match.me
const send = (data) => { Service.multiplayer.send(data).catch(() => {}) }
const show = () => {
  element('host').hidden = match !== null
  element('room').hidden = match === null
  element('status').textContent = match === null ? 'Nobody is here.' : people.length + ' players'
  element('clicks').textContent = clicks
  element('left').textContent = left
  element('people').replaceChildren(...people.map(({ nickname }) => {
    const item = document.createElement('li')
    item.textContent = nickname ?? 'Somebody'
    return item
  }))
}
const tell = () => { if (isHost()) send({ t: 'state', ${tells} }) }
const say = (text) => {
  const line = document.createElement('p')
  line.${says} = text
  element('log').prepend(line)
  while (element('log').childElementCount > 3) element('log').lastElementChild.remove()
}
const add = () => { clicks += 1; show(); tell() }
element('click').onclick = () => { if (isHost()) add(); else send({ t: 'click' }) }
element('chat').onsubmit = (event) => {
  event.preventDefault()
  const text = element('text').value.trim()
  if (text === '') return
  element('text').value = ''
  say(text)
  send({ t: 'chat', text })
}
element('host').onclick = async () => {
  try {
    const answer = await Service.multiplayer.host({ max_players: 4 })
    if (answer.status !== 'joined') return
    match = answer.match
    people = [...match.players]
    ;[clicks, left] = [0, 120]
    if (!isHost()) send({ t: 'what' })
    show()
  } catch {}
}
setInterval(() => { if (${clock}) { left = Math.max(0, left - 1); show(); if (left % 5 === 0) tell() } }, 1000)
Service.multiplayer.on('joined', ({ player }) => { ${joins}; people.push(player); show(); tell() })
Service.multiplayer.on('left', ({ player }) => { ${joins}; show() })
Service.multiplayer.on('host', ({ player }) => { if (match !== null) match.host = player.id; tell() })
Service.multiplayer.on('message', ({ data }) => {
  if (data.t === 'chat') say(data.text)
  if (data.t === 'click' && isHost()) add()
  if (data.t === 'what') tell()
  if (data.t === 'state') { clicks = data.clicks; left = data.left ?? left; show() }
})
Service.multiplayer.on('closed', () => { match = null; show() })
show()
Service.ready().catch(() => {})
</script>`

/** A game of cards: each player has a hand that only they see, and the highest card of a trick wins. */
export const HANDS = `<h1>Tricks</h1><p id="status">Nobody plays yet.</p><button id="host">Host a match</button>
<style>#hand { display: grid; grid-template-columns: repeat(5, 60px); gap: 4px } #hand button { height: 60px; font-size: 20px }</style>
<p id="trick"></p><div id="hand"></div><script>
const element = (id) => document.getElementById(id)
let match = null
let [hand, trick, seed] = [[], [], 1]
const order = () => match === null ? [] : match.players.map(({ id }) => id).sort()
const isMine = () => order().length > 1 && order()[trick.length % order().length] === match.me
const send = (data) => { Service.multiplayer.send(data).catch(() => {}) }
const deal = () => {
  const cards = Array.from({ length: 36 }, (_, at) => (at * 7 + seed * 5) % 36 + 1)
  const me = order().indexOf(match.me)
  hand = cards.slice(me * 10, me * 10 + 10)
  trick = []
}
const show = () => {
  element('host').hidden = match !== null
  element('status').textContent = match === null ? 'Nobody plays yet.' : order().length < 2 ? 'Waiting for others' : isMine() ? 'Your turn' : 'Wait for the others'
  element('trick').textContent = trick.length === 0 ? '' : 'On the table: ' + trick.slice(-3).join(', ')
  element('hand').replaceChildren(...hand.map((card) => {
    const button = document.createElement('button')
    button.textContent = card
    button.disabled = !isMine()
    button.onclick = () => { hand = hand.filter((one) => one !== card); trick.push(card); send({ card }); if (hand.length === 0) draw(); show() }
    return button
  }))
}
const draw = () => { hand = Array.from({ length: 10 }, (_, at) => (at * 11 + order().indexOf(match.me) * 3 + trick.length) % 36 + 1) }
element('host').onclick = async () => {
  try {
    const answer = await Service.multiplayer.host({ max_players: 3 })
    if (answer.status !== 'joined') return
    match = answer.match
    deal()
    if (match.host !== match.me) send({ t: 'what' })
    show()
  } catch {}
}
Service.multiplayer.on('joined', ({ player }) => { match.players.push(player); deal(); show() })
Service.multiplayer.on('left', ({ player }) => { if (match) { match.players = match.players.filter(({ id }) => id !== player.id); show() } })
Service.multiplayer.on('message', ({ data }) => {
  if (data.card) trick.push(data.card)
  if (data.t === 'what') send({ trick })
  if (data.trick && data.trick.length > trick.length) trick = data.trick
  show()
})
Service.multiplayer.on('closed', () => { match = null; show() })
show()
Service.ready().catch(() => {})
</script>`

/** A game by turns for two, in which each sees the board from their own side, in their own colours. */
export const SIDES = `<h1>Sides</h1><p id="status">Nobody plays yet.</p><button id="host">Host a match</button>
<style>#board { display: grid; grid-template-columns: repeat(4, 70px) } #board button { height: 60px; font-size: 22px } .mine { background: lightgreen } .theirs { background: pink }</style>
<div id="board" hidden></div><script>
const element = (id) => document.getElementById(id)
let match = null
let cells = Array(16).fill(null)
let count = 0
const send = (data) => { Service.multiplayer.send(data).catch(() => {}) }
const isFirst = () => match !== null && match.host === match.me
const isMine = () => match !== null && match.players.length > 1 && (count % 2 === 0) === isFirst()
const at = (place) => (isFirst() ? place : 15 - place)
const show = () => {
  element('host').hidden = match !== null
  element('board').hidden = match === null
  element('status').textContent = match === null ? 'Nobody plays yet.' : match.players.length < 2 ? 'Waiting for another player' : isMine() ? 'Your turn' : 'Their turn'
  document.querySelectorAll('#board button').forEach((button, place) => {
    const owner = cells[at(place)]
    button.className = owner === null ? '' : owner === match?.me ? 'mine' : 'theirs'
    button.textContent = owner === null ? '' : owner === match?.me ? 'Me' : 'Foe'
    button.disabled = owner !== null || !isMine()
  })
}
const place = (cell, owner) => {
  cells[cell] = owner
  count += 1
  if (cells.every((one) => one !== null)) { cells = Array(16).fill(null) }
  show()
}
for (let index = 0; index < 16; index += 1) {
  const button = document.createElement('button')
  button.ariaLabel = 'Field'
  button.onclick = () => { const cell = at(index); send({ cell, owner: match.me }); place(cell, match.me) }
  element('board').append(button)
}
element('host').onclick = async () => {
  try {
    const answer = await Service.multiplayer.host({ max_players: 2 })
    if (answer.status !== 'joined') return
    match = answer.match
    show()
  } catch {}
}
Service.multiplayer.on('joined', ({ player }) => { match.players.push(player); send({ cells, count }); show() })
Service.multiplayer.on('left', ({ player }) => { if (match) { match.players = match.players.filter(({ id }) => id !== player.id); show() } })
Service.multiplayer.on('message', ({ data }) => {
  if (data.owner) place(data.cell, data.owner)
  if (data.cells) { cells = data.cells; count = data.count; show() }
})
Service.multiplayer.on('closed', () => { match = null; show() })
show()
Service.ready().catch(() => {})
</script>`

/** A game with a bonus that is there for two seconds, and that may be tapped as often as one can. */
export const BONUS = `<h1>Bonus</h1><p>Coins: <b id="coins">0</b></p><button id="roll">Roll</button> <button id="bonus" hidden>Collect 5</button><p id="note">Roll to see what comes.</p><script>
const element = (id) => document.getElementById(id)
let [coins, rolls, timer] = [0, 0, 0]
element('roll').onclick = () => {
  rolls += 1
  element('note').textContent = rolls % 2 === 1 ? 'A bonus!' : 'Nothing this time.'
  element('bonus').hidden = rolls % 2 === 0
  clearTimeout(timer)
  timer = setTimeout(() => { element('bonus').hidden = true; element('note').textContent = 'Roll to see what comes.' }, 2000)
}
element('bonus').onclick = () => { coins += 5; element('coins').textContent = coins }
Service.ready().catch(() => {})
</script>`
