/**
 * Small games, each in a style of its own, that tests plant bugs in: the bodies of their pages. What a function is given is where a
 * bug may be; by default, there is none.
 */

/** A quiz that is answered with a keyboard, too. @param entered what the Enter key does before it goes on to the next question */
export const answersByKey = (
  entered: string,
): string => `<p id="question">Which one is the largest?</p><div id="answers"></div><button id="next" hidden>Next</button><p id="right">0 right</p><script>
const element = (id) => document.getElementById(id)
const SETS = [['Jupiter', 'Mars'], ['Saturn', 'Earth'], ['Neptune', 'Venus']]
let [at, right, isAnswered] = [-1, 0, false]
const answer = (index) => {
  if (isAnswered) return
  isAnswered = true
  if (index === 0) right += 1
  element('right').textContent = right + ' right'
  element('answers').replaceChildren(index === 0 ? 'Yes!' : 'No, it is ' + SETS[at][0] + '.')
  element('next').hidden = false
  element('next').focus()
}
const ask = () => {
  at = (at + 1) % SETS.length
  isAnswered = false
  element('next').hidden = true
  element('answers').replaceChildren(...SETS[at].map((name, index) => {
    const button = document.createElement('button')
    button.textContent = name
    button.onclick = () => answer(index)
    return button
  }))
  element('answers').firstChild.focus()
}
element('next').onclick = ask
document.onkeydown = (event) => {
  if (event.key !== 'Enter' || !isAnswered) return
  ${entered}
  ask()
}
ask()
Service.ready().catch(() => {})
</script>`

/** A quiz with a moment between an answer and the next question. @param tapped what a tap on an answer does first */
export const quiz = (
  tapped: string,
): string => `<h1>Capitals</h1><p id="n"></p><h2 id="question"></h2><div id="answers"></div>
<p>Score: <b id="score">0</b></p><button id="again" hidden>Play again</button><script>
const QUESTIONS = [['France', 'Paris', 'Lyon', 'Nice'], ['Italy', 'Rome', 'Milan', 'Turin'], ['Spain', 'Madrid', 'Seville', 'Bilbao'],
  ['Peru', 'Lima', 'Cusco', 'Tacna'], ['Japan', 'Tokyo', 'Osaka', 'Kyoto']]
const element = (id) => document.getElementById(id)
let [at, score, isAnswered] = [0, 0, false]
const ask = () => {
  isAnswered = false
  const [country, ...cities] = QUESTIONS[at]
  element('n').textContent = 'Question ' + (at + 1) + ' of 5'
  element('question').textContent = 'The capital of ' + country + '?'
  element('answers').replaceChildren(...[...cities].sort().map((city) => {
    const button = document.createElement('button')
    button.textContent = city
    button.onclick = () => {
      ${tapped}
      isAnswered = true
      button.style.background = city === cities[0] ? 'lightgreen' : 'pink'
      if (city === cities[0]) score += 10
      element('score').textContent = score
      clearTimeout(next)
      next = setTimeout(go, 1200)
    }
    return button
  }))
}
let next = 0
const go = () => {
  at += 1
  if (at < QUESTIONS.length) return ask()
  element('answers').replaceChildren()
  element('question').textContent = 'Well done!'
  element('again').hidden = false
}
element('again').onclick = () => {
  ;[at, score] = [0, 0]
  element('score').textContent = 0
  element('again').hidden = true
  ask()
}
ask()
Service.ready().catch(() => {})
</script>`

/** Noughts and crosses against a robot that thinks for a moment. @param reset what a new game does to the board @param robot how the robot moves */
export const noughts = ({
  reset = 'cells.fill(null)',
  robot = 'if (round === now && isOn) place(free()[0], "O")',
} = {}): string => `<h1>Noughts</h1><p id="status">Your turn</p>
<style>#board { display: grid; grid-template-columns: repeat(3, 90px) } #board button { height: 90px; font-size: 40px }</style>
<div id="board"></div><button id="again">New game</button><script>
const LINES = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]]
const cells = Array(9).fill(null)
let [isOn, round] = [true, 0]
const free = () => cells.flatMap((cell, at) => (cell === null ? [at] : []))
const wins = (who) => LINES.some((line) => line.every((at) => cells[at] === who))
const show = () => {
  document.querySelectorAll('#board button').forEach((button, at) => {
    button.textContent = cells[at] ?? ''
    button.disabled = cells[at] !== null || !isOn
  })
  document.getElementById('status').textContent = wins('X') ? 'You win' : wins('O') ? 'You lose' : free().length === 0 ? 'A draw' : 'Your turn'
}
const place = (at, who) => {
  if (at === undefined || cells[at] !== null) return
  cells[at] = who
  isOn = !wins('X') && !wins('O') && free().length > 0
  show()
}
for (let at = 0; at < 9; at += 1) {
  const button = document.createElement('button')
  button.ariaLabel = 'Field ' + (at + 1)
  button.onclick = () => {
    place(at, 'X')
    const now = round
    setTimeout(() => { ${robot} }, 700)
  }
  document.getElementById('board').append(button)
}
document.getElementById('again').onclick = () => {
  ${reset}
  isOn = true
  round += 1
  show()
}
show()
Service.ready().catch(() => {})
</script>`

/** Taps against the time. @param tap what a tap does first @param end how the time ends @param best what a new best does */
export const sprint = ({
  tap = 'if (!isOn) return',
  end = '<= 0',
  best = 'show()',
} = {}): string => `<h1>Sprint</h1><p>Time: <span id="time">8</span></p>
<p>Score: <span id="score">0</span></p><p>Best: <span id="best">0</span></p><button id="tap" style="width: 200px; height: 120px">Run</button><button id="start">Start</button><script>
const element = (id) => document.getElementById(id)
let [time, score, best, timer, isOn] = [8, 0, 0, 0, false]
const show = () => {
  element('time').textContent = time
  element('score').textContent = score
  element('best').textContent = best
}
element('start').onclick = () => {
  clearInterval(timer)
  ;[time, score, isOn] = [8, 0, true]
  element('start').hidden = true
  show()
  timer = setInterval(() => {
    time -= 1
    show()
    if (time ${end}) {
      clearInterval(timer)
      isOn = false
      element('start').textContent = 'Play again'
      element('start').hidden = false
      if (score > best) {
        best = score
        Service.storage.set('best', String(best)).catch(() => {})
        ${best}
      }
    }
  }, 1000)
}
element('tap').onclick = () => {
  ${tap}
  score += 1
  element('score').textContent = score
}
show()
Service.ready().catch(() => {})
Service.storage.get('best').then((saved) => { best = Number(saved) || 0; show() }).catch(() => {})
</script>`

/** Questions that are answered with one of two buttons. @param last what is shown after the last one */
export const trivia = (
  last: string,
): string => `<h1>True or false</h1><p id="n"></p><p id="question"></p><button id="yes">True</button><button id="no">False</button>
<p>Points: <span id="points">0</span></p><script>
const QUESTIONS = [['Ice is cold', true], ['Fire is wet', false], ['Cats meow', true], ['Pigs fly', false], ['Snow is white', true]]
const element = (id) => document.getElementById(id)
let [at, points] = [0, 0]
const ask = () => {
  element('n').textContent = 'Question ' + (at + 1) + ' of ' + QUESTIONS.length
  element('points').textContent = points
  const question = QUESTIONS[at]
  element('question').textContent = question === undefined ? 'That is all!' : question[0]
  element('yes').hidden = element('no').hidden = question === undefined
  if (question === undefined) ${last}
}
for (const [id, value] of [['yes', true], ['no', false]])
  element(id).onclick = () => {
    if (QUESTIONS[at][1] === value) points += 1
    at += 1
    ask()
  }
ask()
Service.ready().catch(() => {})
</script>`

/** A backpack that is opened and closed. @param clear what happens before its list is filled */
export const bag = (
  clear: string,
): string => `<main id="home"><h1>Cave</h1><p>You stand before a cave.</p><button id="open">Backpack</button></main>
<section id="bag" hidden><h2>Backpack</h2><ul id="things"></ul><button id="back">Back</button></section><script>
const element = (id) => document.getElementById(id)
const things = ['Lantern', 'Rope', 'Old map', 'Bread']
element('open').onclick = () => {
  ${clear}
  for (const thing of things) {
    const item = document.createElement('li')
    item.textContent = thing
    element('things').append(item)
  }
  element('home').hidden = true
  element('bag').hidden = false
}
element('back').onclick = () => { element('home').hidden = false; element('bag').hidden = true }
Service.ready().catch(() => {})
</script>`

/**
 * A game by turns for up to four, which posts no state. @param joined what the host does when a player joins @param wanted what it
 * does when one asks for the state @param left what each does when one leaves @param again what another game does to the board
 * @param waits when a player cannot move
 */
export const fields = ({
  joined = 'state()',
  wanted = 'state()',
  left = 'if (!order.includes(me())) return; order = order.filter((id) => id !== player.id); turn %= order.length',
  again = 'cells.fill(".")',
  waits = 'turn !== order.indexOf(me())',
} = {}): string => `<h1>Fields</h1><p id="status">Nobody plays yet.</p>
<style>#board { display: grid; grid-template-columns: repeat(4, 70px) } #board button { height: 60px; font-size: 30px }</style>
<button id="host">Host a match</button><div id="board" hidden></div><button id="again" hidden>Rematch</button><script>
const element = (id) => document.getElementById(id)
let match = null
let cells = Array(16).fill('.')
let order = []
let turn = 0
let code = ''
const me = () => match?.me
const send = (data) => { Service.multiplayer.send(data).catch(() => {}) }
const show = () => {
  const isOver = !cells.includes('.')
  element('host').hidden = match !== null
  element('board').hidden = match === null
  element('again').hidden = match === null || !isOver
  element('status').textContent = match === null ? 'Nobody plays yet.' : isOver ? 'It is over.' : order.length < 2 ? 'Waiting for others' : order[turn] === me() ? 'Your turn' : 'Wait for the others'
  document.querySelectorAll('#board button').forEach((button, at) => {
    button.textContent = cells[at] === '.' ? '' : 'ABCDEFGH'[Number(cells[at])]
    button.disabled = cells[at] !== '.' || ${waits}
  })
}
const place = (at, slot) => {
  if (cells[at] !== '.') return
  cells[at] = String(slot)
  turn = (turn + 1) % Math.max(1, order.length)
  show()
}
for (let at = 0; at < 16; at += 1) {
  const button = document.createElement('button')
  button.ariaLabel = 'Field'
  button.onclick = () => {
    const slot = order.indexOf(me())
    if (${waits} || order.length < 2) return
    send({ t: 'move', at, slot })
    place(at, slot)
  }
  element('board').append(button)
}
const enter = (answer) => {
  if (answer.status !== 'joined') return
  match = answer.match
  cells = Array(16).fill('.')
  order = match.players.map(({ id }) => id)
  turn = 0
  if (match.host !== match.me) send({ t: 'what' })
  show()
}
const state = () => send({ t: 'all', cells: cells.join(''), order, turn })
element('host').onclick = async () => {
  try { enter(await Service.multiplayer.host({ max_players: 4 })) } catch {}
}
element('again').onclick = () => { again(); send({ t: 'again' }) }
const again = () => { ${again}; turn = 0; show() }
Service.multiplayer.on('joined', ({ player }) => {
  if (match === null || match.host !== me()) return
  if (!order.includes(player.id)) order.push(player.id)
  ${joined}
  show()
})
Service.multiplayer.on('left', ({ player }) => {
  ${left}
  if (match?.host === me()) state()
  show()
})
Service.multiplayer.on('host', ({ player }) => { if (match !== null) match.host = player.id; if (player.id === me()) state(); show() })
Service.multiplayer.on('message', ({ data }) => {
  if (data.t === 'move') place(data.at, data.slot)
  if (data.t === 'again') again()
  if (data.t === 'order') { order = data.order; show() }
  if (data.t === 'what' && match?.host === me()) { ${wanted} }
  if (data.t === 'all') { cells = [...data.cells]; order = data.order; turn = data.turn; show() }
})
Service.multiplayer.on('closed', () => { match = null; show() })
show()
Service.ready().catch(() => {})
</script>`

/** Taps and Space fly over gates for half a minute. @param hides how its title goes away */
export const gates = (
  hides: string,
): string => `<style>#title { position: fixed; inset: 0; background: #fff; text-align: center } .gone { ${hides} }</style>
<p>Score: <b id="score">0</b></p><div id="field" style="height: 60vh; background: lightblue"></div>
<div id="title"><h1>Gates</h1><p id="result">Tap or press Space.</p><button id="go">Play</button></div><script>
const element = (id) => document.getElementById(id)
let [score, isOn, timer] = [0, false, 0]
const show = () => { element('score').textContent = score }
const fly = () => {
  if (!isOn) return
  score += 1
  show()
}
element('go').onclick = () => {
  clearTimeout(timer)
  ;[score, isOn] = [0, true]
  element('title').classList.add('gone')
  show()
  timer = setTimeout(() => {
    isOn = false
    element('title').classList.remove('gone')
    element('result').textContent = 'You flew through ' + score + ' gates.'
    element('go').textContent = 'Play again'
  }, 30000)
}
element('field').onpointerdown = fly
addEventListener('keydown', ({ key, repeat }) => { if (key === ' ' && !repeat) fly() })
Service.ready().catch(() => {})
</script>`

/** A list of what to do. @param done what removes an item from what is saved */
export const todo = (
  done: string,
): string => `<h1>To do</h1><form id="form"><input id="text" aria-label="What to do" maxlength="60"><button>Add</button></form>
<ul id="list"></ul><p id="note"></p><script>
const element = (id) => document.getElementById(id)
let [items, isLoaded] = [[], false]
const save = () => {
  if (!isLoaded) return
  Service.storage.set('items', JSON.stringify(items)).then(() => { element('note').textContent = '' }, () => { element('note').textContent = 'Not saved.' })
}
const add = (item, index) => {
  const row = document.createElement('li')
  const button = document.createElement('button')
  row.textContent = item + ' '
  button.textContent = 'Done'
  button.onclick = () => {
    ${done}
    row.remove()
    save()
  }
  row.append(button)
  element('list').append(row)
}
element('form').onsubmit = (event) => {
  event.preventDefault()
  const text = element('text').value.trim()
  if (text === '' || items.length >= 20) {
    element('note').textContent = text === '' ? 'Write something first.' : 'Do something first.'
    return
  }
  items.push(text)
  add(text, items.length - 1)
  element('text').value = ''
  save()
}
Service.storage.get('items').then((text) => {
  const added = items
  items = [...JSON.parse(text ?? '[]'), ...added]
  element('list').replaceChildren()
  items.forEach(add)
  isLoaded = true
  if (added.length > 0) save()
}, () => { element('note').textContent = 'Your list could not be loaded.' })
Service.ready().catch(() => {})
</script>`

/** A word that is guessed by its letters, with buttons and keys. @param key what a key does first */
export const hangman = (
  key = 'if (isOver()) return',
): string => `<h1>Words</h1><p>Mistakes: <b id="mistakes">0</b></p><h2 id="word"></h2><div id="letters"></div><p id="text"></p>
<button id="new">New word</button><script>
const WORDS = ['PLANET', 'GARDEN', 'BUTTER', 'WINDOW']
const element = (id) => document.getElementById(id)
let [at, mistakes, word, tried] = [0, 0, '', new Set()]
const isOver = () => mistakes >= 6 || [...word].every((letter) => tried.has(letter))
const show = () => {
  element('mistakes').textContent = mistakes
  element('word').textContent = [...word].map((letter) => (tried.has(letter) ? letter : '_')).join(' ')
  for (const button of element('letters').children) button.disabled = isOver() || tried.has(button.textContent)
  element('text').textContent = isOver() ? 'The word was ' + word + '.' : ''
}
const guess = (letter) => {
  tried.add(letter)
  if (!word.includes(letter)) mistakes += 1
  show()
}
const start = () => {
  ;[word, mistakes, tried] = [WORDS[at++ % WORDS.length], 0, new Set()]
  element('letters').replaceChildren(...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => {
    const button = document.createElement('button')
    button.textContent = letter
    button.onclick = () => guess(letter)
    return button
  }))
  show()
}
addEventListener('keydown', (event) => {
  ${key}
  if (/^[a-z]$/.test(event.key)) guess(event.key.toUpperCase())
})
element('new').onclick = start
start()
Service.ready().catch(() => {})
</script>`

/** Cards that are turned to find pairs. @param turn what a tap on a card does first */
export const memory = (
  turn = 'if (open.includes(card)) return',
): string => `<h1>Pairs</h1><p>Moves: <b id="moves">0</b> Pairs: <b id="pairs">0</b></p>
<div id="board" style="display: grid; grid-template-columns: repeat(4, 70px)"></div><p id="text"></p><button id="new">New game</button><script>
const element = (id) => document.getElementById(id)
let [open, moves, pairs] = [[], 0, 0]
const show = () => {
  element('moves').textContent = moves
  element('pairs').textContent = pairs
  element('text').textContent = pairs === 6 ? 'Well done!' : ''
}
const tap = (card) => {
  ${turn}
  if (open.length === 2) return
  card.textContent = card.face
  open.push(card)
  if (open.length < 2) return
  moves += 1
  const [first, second] = open
  if (first.face === second.face) {
    pairs += 1
    open = []
    first.disabled = second.disabled = true
  } else setTimeout(() => {
    for (const one of [first, second]) one.textContent = '?'
    open = []
  }, 800)
  show()
}
const start = () => {
  const faces = [...'ABCDEFABCDEF'].sort(() => Math.random() - 0.5)
  ;[open, moves, pairs] = [[], 0, 0]
  element('board').replaceChildren(...faces.map((face) => {
    const card = document.createElement('button')
    card.face = face
    card.textContent = '?'
    card.style.height = '70px'
    card.onclick = () => tap(card)
    return card
  }))
  show()
}
element('new').onclick = start
start()
Service.ready().catch(() => {})
</script>`

/** A mine whose miners dig on while nobody is there. @param seen what is done once what they have found is added, and on leaving */
export const mine = (
  seen = 'state.seen = Date.now()',
): string => `<h1>Mine</h1><p>Gold: <b id="gold">0</b></p><button id="dig">Dig</button>
<button id="hire">Hire</button><p>Miners: <b id="miners">0</b></p><p id="note"></p><script>
const element = (id) => document.getElementById(id)
let state = { gold: 0, miners: 0, seen: Date.now() }
let isLoaded = false
const show = () => {
  element('gold').textContent = state.gold
  element('miners').textContent = state.miners
  element('hire').disabled = state.gold < 5
}
const save = () => {
  if (!isLoaded) return
  Service.storage.set('state', JSON.stringify(state)).catch(() => { element('note').textContent = 'Not saved.' })
}
const saw = () => {
  ${seen}
}
const earn = () => {
  state.gold += Math.floor((Date.now() - state.seen) / 1000) * state.miners
  saw()
}
element('dig').onclick = () => { state.gold += 1; show(); save() }
element('hire').onclick = () => { state.gold -= 5; state.miners += 1; show(); save() }
Service.on('visibility', ({ visible }) => {
  if (visible) { earn(); show() } else { saw(); save() }
})
Service.storage.get('state').then((text) => {
  if (text) state = JSON.parse(text)
  isLoaded = true
  earn()
  show()
}, () => { element('note').textContent = 'The mine cannot be loaded.' })
show()
Service.ready().catch(() => {})
</script>`
