// Small apps in which something happens by itself, or a person changes their mind or does more than was thought of.

/** Bubbles that rise, some of which are there at first. @param spawn what adds one in a frame of `dt` seconds, if it is time */
export const bubbles = (
  spawn: string,
): string => `<canvas id="c" width="300" height="400" style="touch-action: none"></canvas><p>Popped: <b id="popped">0</b></p><button id="go">Play</button><script>
const canvas = document.getElementById('c')
const pen = canvas.getContext('2d')
let [bubbles, popped, next, last, isOn] = [[], 0, 1, 0, false]
const add = () => bubbles.push({ x: 30 + Math.random() * 240, y: 400 })
const frame = (now) => {
  if (!isOn) return
  const dt = Math.min(0.1, (now - last) / 1000)
  last = now
  ${spawn}
  for (const one of bubbles) one.y -= 60 * dt
  bubbles = bubbles.filter((one) => one.y > -20)
  pen.clearRect(0, 0, 300, 400)
  for (const one of bubbles) {
    pen.fillStyle = 'rgb(200, 80, 160)'
    pen.beginPath()
    pen.arc(one.x, one.y, 22, 0, 7)
    pen.fill()
  }
  requestAnimationFrame(frame)
}
document.getElementById('go').onclick = (event) => {
  event.target.hidden = true
  ;[isOn, last] = [true, performance.now()]
  requestAnimationFrame(frame)
}
canvas.onpointerdown = (event) => {
  const { left, top } = canvas.getBoundingClientRect()
  const hit = bubbles.find((one) => Math.hypot(one.x - event.clientX + left, one.y - event.clientY + top) < 26)
  if (hit === undefined) return
  bubbles.splice(bubbles.indexOf(hit), 1)
  popped += 1
  document.getElementById('popped').textContent = popped
}
Service.on('visibility', ({ visible }) => {
  if (!visible) { isOn = false; document.getElementById('go').hidden = false }
})
Service.ready().catch(() => {})
</script>`

/** Words that fall by an animation of the page's styles, and cost a life each. @param paused the styles of a game that is paused */
export const fallingWords = (paused: string): string => `<style>
#field { position: relative; height: 400px; overflow: hidden }
.word { position: absolute; animation: fall 5s linear forwards }
@keyframes fall { from { top: 0 } to { top: 100% } }
${paused}
</style><p>Caught: <b id="caught">0</b></p><p>Lives: <b id="lives">9</b></p><div id="field"></div><button id="go">Start</button><script>
const element = (id) => document.getElementById(id)
let [caught, lives, isOn, timer] = [0, 9, false, 0]
const show = () => { element('caught').textContent = caught; element('lives').textContent = lives }
const drop = () => {
  const word = document.createElement('button')
  word.className = 'word'
  word.textContent = ['moon', 'river', 'apple', 'stone'][document.querySelectorAll('.word').length % 4]
  word.style.left = (lives * 29 + caught * 37) % 200 + 'px'
  word.onclick = () => { if (isOn) { word.remove(); caught += 1; show() } }
  word.onanimationend = () => {
    word.remove()
    if (lives === 0) return
    lives -= 1
    show()
    if (lives === 0) stop('Again')
  }
  element('field').append(word)
}
const stop = (label) => {
  isOn = false
  clearInterval(timer)
  document.body.classList.add('paused')
  element('go').textContent = label
  element('go').hidden = false
}
element('go').onclick = () => {
  if (lives === 0) { caught = 0; lives = 9; element('field').textContent = ''; show() }
  isOn = true
  document.body.classList.remove('paused')
  element('go').hidden = true
  timer = setInterval(drop, 1100)
}
Service.on('visibility', ({ visible }) => { if (!visible && isOn) stop('Go on') })
Service.ready().catch(() => {})
</script>`

/** Skies that open one after the other. @param open the set of them in what is saved */
export const skies = (open: string): string => `<h1>Skies</h1><div id="skies"></div><p id="note"></p><script>
const opened = new Set([1])
const show = () => {
  document.getElementById('skies').replaceChildren(...[1, 2, 3].map((sky) => {
    const button = document.createElement('button')
    button.textContent = 'Sky ' + sky
    button.disabled = !opened.has(sky)
    button.onclick = () => {
      document.getElementById('note').textContent = 'You saw sky ' + sky + '.'
      opened.add(Math.min(3, sky + 1))
      show()
      Service.storage.set('skies', JSON.stringify({ open: ${open} })).catch(() => {})
    }
    return button
  }))
}
show()
Service.ready().catch(() => {})
Service.storage.get('skies').then((saved) => {
  const open = saved === null ? [] : JSON.parse(saved).open
  if (Array.isArray(open)) for (const sky of open) opened.add(sky)
  show()
}).catch(() => {})
</script>`

/** A frame for a photo. @param first what the button does before it asks for one */
export const photoFrame = (
  first: string,
): string => `<h1>Frame</h1><div id="frame" style="width: 300px; height: 300px; border: 8px solid #876"></div>
<button id="pick">Choose a photo</button><p id="note"></p><script>
const frame = document.getElementById('frame')
document.getElementById('pick').onclick = async () => {
  ${first}
  try {
    const answer = await Service.pickImage({})
    document.getElementById('note').textContent = answer.status === 'picked' ? '' : 'No photo was chosen.'
    if (answer.status !== 'picked') return
    const image = new Image(284, 284)
    image.src = URL.createObjectURL(answer.image)
    frame.replaceChildren(image)
  } catch (error) {
    document.getElementById('note').textContent = 'Please try again later.'
  }
}
Service.ready().catch(() => {})
</script>`

/** Notes with a key of the storage each. @param place where the next one is put */
export const notesByKey = (
  place: string,
): string => `<form id="form"><input id="text" aria-label="A note" maxlength="60"><button>Add</button></form><ul id="list"></ul><p id="note"></p><script>
const element = (id) => document.getElementById(id)
let notes = null
const refused = () => { element('note').textContent = 'Please try again.' }
const show = () => element('list').replaceChildren(...notes.map((note) => {
  const row = document.createElement('li')
  const button = document.createElement('button')
  row.textContent = note.text + ' '
  button.textContent = 'Delete'
  button.ariaLabel = 'Delete ' + note.text
  button.onclick = () => {
    notes = notes.filter((one) => one !== note)
    show()
    Service.storage.remove('note.' + note.place).catch(refused)
  }
  row.append(button)
  return row
}))
element('form').onsubmit = (event) => {
  event.preventDefault()
  const text = element('text').value.trim()
  if (text === '' || notes === null || notes.length >= 20) return refused()
  const note = { place: ${place}, text }
  notes.push(note)
  element('text').value = ''
  element('note').textContent = ''
  show()
  Service.storage.set('note.' + note.place, text).catch(refused)
}
Service.storage.keys().then(async (keys) => {
  const places = keys.map((key) => Number(key.slice(5))).sort((a, b) => a - b)
  const texts = await Promise.all(places.map((place) => Service.storage.get('note.' + place)))
  notes = places.map((place, index) => ({ place, text: texts[index] }))
  show()
}).catch(refused)
Service.ready().catch(() => {})
</script>`

/** A basket that follows a finger. @param style of the canvas */
export const basket = (
  style: string,
): string => `<style>html, body { margin: 0 } canvas { display: block; width: 100vw; height: 100vh; ${style} }</style><canvas id="c" width="300" height="600"></canvas><script>
const canvas = document.getElementById('c')
const pen = canvas.getContext('2d')
let [at, isHeld] = [150, false]
const draw = () => {
  pen.fillStyle = 'rgb(20, 60, 120)'
  pen.fillRect(0, 0, 300, 600)
  pen.fillStyle = 'rgb(240, 200, 80)'
  pen.fillRect(at - 30, 520, 60, 40)
}
const follow = (event) => {
  const { left, width } = canvas.getBoundingClientRect()
  at = ((event.clientX - left) / width) * 300
  draw()
}
canvas.onpointerdown = (event) => { isHeld = true; follow(event) }
canvas.onpointermove = (event) => { if (isHeld) follow(event) }
canvas.onpointerup = canvas.onpointercancel = () => { isHeld = false }
draw()
Service.ready().catch(() => {})
</script>`

/** A wish that is shared. @param limit of its field @param first what is done before it is shared */
export const wish = (
  limit: string,
  first: string,
): string => `<textarea id="wish" aria-label="A wish" ${limit}></textarea><button id="share">Share the wish</button><p id="note"></p><script>
const say = (text) => { document.getElementById('note').textContent = text }
document.getElementById('share').onclick = async () => {
  const text = document.getElementById('wish').value.trim()
  if (text === '') return say('Write something first.')
  say('One moment.')
  try {
    ${first}
    const { status } = await Service.share({ text })
    say(status === 'shared' ? 'Shared.' : 'Not shared this time.')
  } catch { say('That did not work. Try again later.') }
}
Service.ready().catch(() => {})
</script>`

/** A game whose sound can be switched off while the setting is read. @param isChosen whether the switch was used meanwhile */
export const soundSwitch = (
  isChosen: string,
): string => `<h1>Quiet game</h1><p id="state">Ready</p><button id="play">Play</button><button id="sound" aria-pressed="true">Sound</button><script>
const sound = document.getElementById('sound')
let [isOn, isTouched] = [true, false]
const show = () => sound.setAttribute('aria-pressed', String(isOn))
sound.onclick = () => {
  ;[isOn, isTouched] = [!isOn, true]
  show()
  Service.storage.set('sound', isOn ? 'on' : 'off').catch(() => {})
}
document.getElementById('play').onclick = () => { document.getElementById('state').textContent = 'You play.' }
Service.storage.get('sound').then((saved) => {
  if (${isChosen}) return
  isOn = saved !== 'off'
  show()
}).catch(() => {})
Service.ready().catch(() => {})
</script>`
