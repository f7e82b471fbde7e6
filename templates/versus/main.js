// Connects the parts: joining a match, its events, and practice.

const TICK_MS = 100
const LIST_EVERY_MS = 5_000
const ROBOT_PAUSE_MS = [1_000, 2_200]

const isPublic = /** @type {HTMLInputElement} */ (byId('public'))
const code = /** @type {HTMLInputElement} */ (byId('code'))

/** @type {Match | null} */
let match = null
/** The timer of the robot. @type {number | undefined} */
let practice
let lastCode = ''
/** Whose match it is, for the list of public matches. @type {string | null} */
let nickname = null

const view = new View((tile) => {
  if (match?.take(tile)) view.want(tile)
})

const show = () => {
  if (match !== null) view.show(match)
}

// ----- Joining

/** Errors, as players read them. @type {Record<string, string | undefined>} */
const ERROR_WORDS = {
  NO_SUCH_MATCH: 'There is no open match with this code. Check the code.',
  MATCH_FULL: 'This match is full.',
  RATE_LIMITED: 'Too many requests. Try again in a minute.',
  OFFLINE: 'You are offline. Try again once you are back.',
  LAUNCH_INVALID: 'This session has ended. Close the app and open it again.',
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** @param {string} words */
const say = (words) => {
  byId('notice').textContent = words
  byId('notice').hidden = words === ''
}

let isEntering = false

/**
 * Joins a match by a call, which needs a tap. The service may ask for a nickname first.
 * @param {() => Promise<ServiceMiniapp.MatchResult>} call
 */
const enter = async (call) => {
  // A second tap while the host is slow would leave the match that the first one opens.
  if (isEntering) return
  isEntering = true
  say('')
  try {
    const result = await call()
    if (result.status === 'joined') {
      begin(result.match)
      return
    }
    if (result.status === 'unavailable') say('You cannot play with others right now. You can still practise.')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'BUSY') return
    // A match from a call that timed out: leave it, so that the next tap works.
    if (code === 'ALREADY_IN_MATCH') Service.multiplayer.leave().catch(() => {})
    say(ERROR_WORDS[code] ?? 'That did not work. Try again later.')
  } finally {
    isEntering = false
  }
  goHome()
}

/** @param {ServiceMiniapp.Match} joined */
const begin = (joined) => {
  lastCode = joined.code
  postedTurn = -1
  match = new Match(joined, {
    // Nothing to do if it is lost: the host's next state corrects it.
    send: (data, to) => {
      Service.multiplayer.send(data, to === undefined ? {} : { to }).catch(() => {})
    },
    now: () => performance.now(),
    onChange: () => {
      show()
      postState()
    },
  })
  show()
}

let postedTurn = -1

/** Lets the simulator compare the players’ boards, and show the first turn at which they differ. */
const postState = () => {
  if (match === null || match.turn === postedTurn) return
  postedTurn = match.turn
  let hash = 0
  for (const character of match.board + match.slots.join())
    hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0
  console.debug(`miniapp:state ${String(match.turn)} ${String(hash)}`)
}

const goHome = () => {
  match = null
  clearInterval(practice)
  practice = undefined
  showScreen('home')
  void listMatches()
}

const leave = () => {
  if (practice === undefined) Service.multiplayer.leave().catch(() => {})
  say('')
  goHome()
}

byId('host').addEventListener('click', () => {
  /** @type {Record<string, string>} */
  const meta = nickname === null ? {} : { by: nickname }
  void enter(() => Service.multiplayer.host({ max_players: MAX_SLOTS, public: isPublic.checked, meta }))
})
// The button submits the form, by a tap or by Enter. Both count as a tap.
byId('join-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const typed = code.value.trim().toUpperCase()
  if (typed.length === 6) void enter(() => Service.multiplayer.join({ code: typed }))
  else say('A code has 6 characters.')
})
byId('rejoin').addEventListener('click', () => void enter(() => Service.multiplayer.join({ code: lastCode })))
byId('back').addEventListener('click', goHome)
byId('start').addEventListener('click', () => match?.start())
byId('again').addEventListener('click', () => match?.start())
for (const button of document.querySelectorAll('.leave')) button.addEventListener('click', leave)

// ----- Public matches

let isTogether = false

const listMatches = async () => {
  if (!isTogether || document.body.dataset.screen !== 'home' || document.hidden) return
  try {
    const open = (await Service.multiplayer.list()).filter(
      ({ players, max_players }) => players < max_players,
    )
    byId('open').hidden = open.length === 0
    byId('open-list').replaceChildren(
      ...open.map(({ id, players, max_players, meta }) => {
        const item = document.createElement('li')
        const button = document.createElement('button')
        const name = document.createElement('bdi')
        // A host who had no nickname yet left it out.
        name.textContent = typeof meta?.by === 'string' ? meta.by : 'Somebody'
        button.type = 'button'
        button.append(name, ` · ${String(players)} of ${String(max_players)}`)
        button.addEventListener('click', () => void enter(() => Service.multiplayer.join({ match: id })))
        item.append(button)
        return item
      }),
    )
  } catch {
    // The list is optional: codes work without it.
    byId('open').hidden = true
  }
}

// ----- Events of the match

const CLOSED_WORDS = {
  connection_lost:
    'You lost your connection and left the match. If the others still play, you can join again, without your tiles.',
  idle: 'Nobody joined for ten minutes, so the match has closed. Open a new one when your friends are there.',
  expired: 'A match lasts four hours at most, and this one has reached its end. Well played!',
  unavailable: 'Playing together is not possible right now, so the match has closed.',
}

const NEWS_MS = 4_000
let newsTimer = 0

/**
 * Shows for a while who came and went.
 * @param {string} words
 */
const tell = (words) => {
  byId('news').textContent = words
  clearTimeout(newsTimer)
  newsTimer = setTimeout(() => {
    byId('news').textContent = ''
  }, NEWS_MS)
}

/** @param {ServiceMiniapp.Player} player */
const nameOf = (player) => player.nickname ?? 'Somebody'

Service.multiplayer.on('joined', ({ player }) => {
  match?.joined(player)
  tell(`${nameOf(player)} is here.`)
})
Service.multiplayer.on('left', ({ player, reason }) => {
  match?.left(player)
  tell(`${nameOf(player)} ${reason === 'connection_lost' ? 'lost the connection' : 'has left'}.`)
})
Service.multiplayer.on('host', ({ player }) => {
  match?.hostIs(player.id)
  const leader = player.id === match?.me ? 'You lead' : `${nameOf(player)} leads`
  tell(`The host is gone. ${leader} the match now.`)
})
Service.multiplayer.on('message', ({ from, data }) => match?.message(from, data))
Service.multiplayer.on('closed', ({ reason }) => {
  if (match === null || practice !== undefined) return
  match = null
  byId('closed-text').textContent = CLOSED_WORDS[reason]
  byId('rejoin').hidden = reason !== 'connection_lost'
  showScreen('closed')
})

// ----- Practice: the same match, with a robot instead of other players

byId('practise').addEventListener('click', () => {
  const player = { id: 'me', nickname: 'You' }
  const robot = { id: 'robot', nickname: 'Robot' }
  match = new Match(
    { code: '', me: player.id, host: player.id, public: false, players: [player, robot] },
    { send: () => {}, now: () => performance.now(), onChange: show },
  )
  let next = 0
  practice = setInterval(() => {
    if (match === null || !match.canTake || performance.now() < next) return
    const [least, most] = ROBOT_PAUSE_MS
    next = performance.now() + least + Math.random() * (most - least)
    match.message(robot.id, { t: 'want', tile: bestTile(match.board, match.slots.indexOf(robot.id)) })
  }, TICK_MS)
  match.start()
})

setInterval(() => {
  if (match === null) return
  match.tick()
  if (match.phase === 'playing') view.drawTime(match)
}, TICK_MS)
setInterval(() => void listMatches(), LIST_EVERY_MS)

// ----- The service

/** @param {ServiceMiniapp.Theme} theme */
const showTheme = (theme) => {
  document.documentElement.dataset.theme = theme
}

/** Whether multiplayer works here. Checked at the start and at every return, since an admin may switch it on. */
const offerMatches = async () => {
  try {
    isTogether = await Service.supports('multiplayer')
    byId('together').hidden = !isTogether
    if (!isTogether && match === null) say('You cannot play with others here. Practise instead!')
    void listMatches()
    if (isTogether) nickname = (await Service.getNickname()).nickname
  } catch (error) {
    say(
      codeOf(error) === 'NO_HOST'
        ? 'Opened on its own, this page has nobody to play with but a robot.'
        : 'The service does not answer right now. You can practise.',
    )
  }
}

Service.on('nickname', (data) => {
  nickname = data.nickname
})
Service.on('theme', ({ theme }) => {
  showTheme(theme)
})
Service.on('visibility', ({ visible }) => {
  if (visible) void offerMatches()
})

// The device's theme, until the host sends the person's.
showTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
// Something is on screen, so the host can remove its loading cover. Everything else comes after.
Service.ready().catch(() => {})
Service.getContext().then(
  ({ theme }) => {
    showTheme(theme)
  },
  () => {},
)
void offerMatches()
