import type { PlaytestRule } from '../../src/playtest/rules.js'
import type { ScenarioName } from '../../src/playtest/scenarios.js'
import type { TemplateEdit } from '../support/browser/trouble-problems.js'

/** An ordinary bug of a game for several people, in a copy of the template `versus`. */
interface PlantedTogether {
  readonly bug: string
  readonly edits: readonly TemplateEdit[]
  readonly scenario: ScenarioName
  readonly seats: number
  readonly finds: PlaytestRule
}

/** Every tile brings another one. @param bonus an expression for its index, in a function of `board`, `tile` and `slot` */
const bonusTile = (bonus: string): TemplateEdit => ({
  file: 'rules.js',
  from: "  return tiles.join('')\n",
  to: `  const bonus = ${bonus}\n  if (tiles[bonus] === FREE) tiles[bonus] = mine\n  return tiles.join('')\n`,
})

const WITHOUT_HEARTBEAT: TemplateEdit = {
  file: 'match.js',
  from: '    else if (this.players.size > 1 && this.now() >= this.nextBeat) this.beat()\n',
  to: '',
}

export const PLANTED_TOGETHER: readonly PlantedTogether[] = [
  {
    bug: 'a state that depends on Math.random',
    edits: [bonusTile('Math.floor(Math.random() * tiles.length)')],
    scenario: 'together',
    seats: 2,
    finds: 'run/players-disagree',
  },
  {
    bug: 'a bonus that each device draws by itself, once somebody has caught a tile',
    edits: [
      {
        file: 'rules.js',
        from: "  return tiles.join('')\n",
        to: `  const caught = tiles.some((owner, index) => index !== tile && owner === mine && board[index] !== mine)
  const free = tiles.flatMap((owner, index) => (owner === FREE ? [index] : []))
  if (caught && free.length > 0) tiles[free[Math.floor(Math.random() * free.length)]] = mine
  return tiles.join('')\n`,
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/players-disagree',
  },
  {
    bug: 'a time that each device reckons by its own clock',
    edits: [
      { file: 'match.js', from: '  mayTakeAt = 0\n', to: '  mayTakeAt = 0\n  startedAt = 0\n' },
      {
        file: 'match.js',
        from: "    this.phase = 'playing'\n    this.board = empty",
        to: "    this.phase = 'playing'\n    this.startedAt = Date.now()\n    this.board = empty",
      },
      {
        file: 'match.js',
        from: '  adopt({ phase: name, board, slots, n, left }) {',
        to: '  adopt({ phase: name, board, slots, n, left, startedAt }) {',
      },
      {
        file: 'match.js',
        from: 'turn: n, endsAt: this.now() + left })',
        to: 'turn: n, startedAt, endsAt: this.now() + left })',
      },
      {
        file: 'match.js',
        from: 'left: Math.round(endsIn) }',
        to: 'left: Math.round(endsIn), startedAt: this.startedAt }',
      },
      {
        file: 'view.js',
        from: '    const { startsIn } = match\n',
        to: "    byId('played').textContent = 'Time played: ' + String(Math.floor((Date.now() - match.startedAt) / 1000)) + ' s'\n    const { startsIn } = match\n",
      },
      { file: 'index.html', from: '<div id="pause"', to: '<p id="played"></p>\n        <div id="pause"' },
    ],
    scenario: 'together',
    seats: 3,
    finds: 'run/players-disagree',
  },
  {
    bug: 'a start that is told once, and a guest in the lobby who ignores moves',
    edits: [
      {
        file: 'match.js',
        from: '    this.nextBeat = this.now() + HEARTBEAT_MS\n    this.tell()\n',
        to: "    this.nextBeat = this.now() + HEARTBEAT_MS\n    this.send({ t: 'time', left: Math.round(this.endsIn) })\n",
      },
      {
        file: 'match.js',
        from: '    this.turn += 1\n    this.beat()\n',
        to: '    this.turn += 1\n    this.tell()\n',
      },
      {
        file: 'match.js',
        from: "      if (message.t === 'state') this.adopt(message)\n",
        to: "      if (message.t === 'time') this.endsAt = this.now() + message.left\n      if (message.t === 'state') this.adopt(message)\n",
      },
      {
        file: 'match.js',
        from: '    if (isWhole(n) && n <= this.turn) return\n',
        to: "    if (this.phase !== 'playing') return\n    if (isWhole(n) && n <= this.turn) return\n",
      },
    ],
    scenario: 'lost-messages',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'a state that depends on the order of a Map',
    edits: [
      {
        file: 'match.js',
        from: '    for (const player of match.players) this.remember(player)\n',
        to: `    this.remember(match.players.find(({ id }) => id === match.me))
    for (const player of match.players) this.remember(player)\n`,
      },
      {
        file: 'match.js',
        from: '    this.turn += 1\n    this.board = next\n',
        to: '    this.turn += 1\n    this.board = withBonus(next, this)\n',
      },
      {
        file: 'match.js',
        from: '    this.board = next\n    this.turn += 1\n',
        to: '    this.board = withBonus(next, this)\n    this.turn += 1\n',
      },
      {
        file: 'match.js',
        from: 'class Match {\n',
        to: `/** The first player gets a tile for free. */
const withBonus = (board, { players, slots }) =>
  board.replace('.', String(slots.indexOf([...players.keys()][0])))

class Match {\n`,
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/players-disagree',
  },
  {
    bug: "a state that depends on the device's clock",
    edits: [bonusTile('(tile + new Date().getMinutes()) % tiles.length')],
    scenario: 'together',
    seats: 2,
    finds: 'run/players-disagree',
  },
  {
    bug: "a state that depends on the device's language",
    edits: [bonusTile("(tile + (1234).toLocaleString().indexOf('1') + 2) % tiles.length")],
    scenario: 'together',
    seats: 2,
    finds: 'run/players-disagree',
  },
  {
    bug: "an order that depends on the device's language",
    edits: [
      bonusTile("(tile + ['aa', 'b'].sort((a, b) => a.localeCompare(b)).indexOf('aa') + 1) % tiles.length"),
    ],
    scenario: 'together',
    seats: 3,
    finds: 'run/players-disagree',
  },
  {
    bug: 'a state on every frame',
    edits: [
      {
        file: 'main.js',
        from: 'setInterval(() => void listMatches(), LIST_EVERY_MS)\n',
        to: `setInterval(() => void listMatches(), LIST_EVERY_MS)
const everyFrame = () => {
  if (match?.isHost && practice === undefined) match.tell()
  requestAnimationFrame(everyFrame)
}
everyFrame()\n`,
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/messages-too-fast',
  },
  {
    bug: 'a message over 1,024 bytes',
    edits: [
      {
        file: 'match.js',
        from: "    this.send({ t: 'state', phase",
        to: "    this.send({ history: Array(20).fill(board), t: 'state', phase",
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/call-refused',
  },
  {
    bug: 'scores that depend on the date of the device',
    edits: [
      {
        file: 'rules.js',
        from: '  Array.from({ length: MAX_SLOTS }, (_, slot) => board.split(String(slot)).length - 1)\n',
        to: `  Array.from({ length: MAX_SLOTS }, (_, slot) =>
    [...board].reduce((sum, tile, at) => sum + (tile === String(slot) ? 1 + ((at + new Date().getDate()) % 5) : 0), 0))\n`,
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/players-disagree',
  },
  {
    bug: 'the end of a round by the clock of a page',
    edits: [
      {
        file: 'match.js',
        from: '    Object.assign(this, { phase, board, slots, turn: n, endsAt: this.now() + left })\n',
        to: '    Object.assign(this, { phase, board, slots, turn: n, endsAt: left })\n',
      },
      {
        file: 'match.js',
        from: 'left: Math.round(endsIn) }',
        to: 'left: Math.round(this.endsAt) }',
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/player-shut-out',
  },
  {
    bug: 'a message with each move of a pointer',
    edits: [
      {
        file: 'main.js',
        from: 'setInterval(() => void listMatches(), LIST_EVERY_MS)\n',
        to: `setInterval(() => void listMatches(), LIST_EVERY_MS)
addEventListener('pointermove', ({ x, y }) => {
  if (match !== null && practice === undefined) match.send({ t: 'at', x, y })
})\n`,
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/messages-too-fast',
  },
  {
    bug: 'players who are seated by each device, in the order in which it met them',
    edits: [
      {
        file: 'match.js',
        from: '    Object.assign(this, { phase, board, slots, turn: n, endsAt: this.now() + left })\n',
        to: `    Object.assign(this, { phase, board, turn: n, endsAt: this.now() + left })
    this.slots.fill(null)
    for (const [at, id] of [...this.players.keys()].entries()) this.slots[at] = id\n`,
      },
    ],
    scenario: 'host-leaves',
    seats: 3,
    finds: 'run/players-disagree',
  },
  {
    bug: 'an error when another player joins',
    edits: [
      {
        file: 'main.js',
        from: '  match?.joined(player)\n',
        to: '  match?.joined(player.profile)\n',
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/uncaught-error',
  },
  {
    bug: 'a player whose app loads itself again',
    edits: [
      {
        file: 'match.js',
        from: "      if (message.t === 'move') this.follow(message)\n",
        to: "      if (message.t === 'move' && message.n > 5) location.reload()\n      else if (message.t === 'move') this.follow(message)\n",
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/player-dropped',
  },
  {
    bug: "a host's leave that the others ignore",
    edits: [
      {
        file: 'match.js',
        from: '    this.host = id\n    if (this.isHost) this.settle()\n    else this.ask()\n',
        to: '',
      },
    ],
    scenario: 'host-leaves',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: "a host's leave that the others ignore, in an app that posts no state",
    edits: [
      {
        file: 'match.js',
        from: '    this.host = id\n    if (this.isHost) this.settle()\n    else this.ask()\n',
        to: '',
      },
      { file: 'main.js', from: '      postState()\n', to: '' },
    ],
    scenario: 'host-leaves',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'a lost message that is never asked for again',
    edits: [
      WITHOUT_HEARTBEAT,
      {
        file: 'match.js',
        from: '    if (next === null) {\n      this.ask()\n      return\n    }\n    this.turn += 1\n',
        to: '    if (next === null) return\n    this.turn += 1\n',
      },
    ],
    scenario: 'lost-messages',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'a lost message that nobody notices',
    edits: [
      WITHOUT_HEARTBEAT,
      {
        file: 'match.js',
        from: '    const next = isNext ? claim(this.board, tile, slot) : null\n    if (next === null) {\n      this.ask()\n      return\n    }\n    this.turn += 1\n',
        to: '    const next = claim(this.board, tile, slot)\n    if (next === null) return\n    this.turn = n\n',
      },
    ],
    scenario: 'lost-messages',
    seats: 3,
    finds: 'run/players-disagree',
  },
  {
    bug: 'listeners that are removed when the connection is lost, and not added again',
    edits: [
      {
        file: 'main.js',
        from: "Service.multiplayer.on('message', ({ from, data }) => match?.message(from, data))\n",
        to: "const onMessage = ({ from, data }) => match?.message(from, data)\nService.multiplayer.on('message', onMessage)\n",
      },
      {
        file: 'main.js',
        from: '  match = null\n  byId',
        to: "  match = null\n  Service.multiplayer.off('message', onMessage)\n  byId",
      },
    ],
    scenario: 'lost-connection',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'a player who stops listening when the app was in the background',
    edits: [
      {
        file: 'main.js',
        from: '  if (visible) void offerMatches()\n',
        to: '  if (visible) void offerMatches()\n  else if (match !== null) match.message = () => {}\n',
      },
    ],
    scenario: 'back-again',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'the end of a match, which a player who lost the connection does not see',
    edits: [
      {
        file: 'main.js',
        from: "  match = null\n  byId('closed-text').textContent = CLOSED_WORDS[reason]\n  byId('rejoin').hidden = reason !== 'connection_lost'\n  showScreen('closed')\n",
        to: '  void reason\n',
      },
    ],
    scenario: 'lost-connection',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'a leave that does not leave',
    edits: [
      {
        file: 'main.js',
        from: '  if (practice === undefined) Service.multiplayer.leave().catch(() => {})\n  say',
        to: '  say',
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/still-in-match',
  },
  {
    bug: 'an end of the round by the time of the day',
    edits: [
      {
        file: 'main.js',
        from: '    now: () => performance.now(),\n    onChange: () => {',
        to: '    now: () => Date.now(),\n    onChange: () => {',
      },
      { file: 'match.js', from: 'endsAt: this.now() + left }', to: 'endsAt: left }' },
      { file: 'match.js', from: 'left: Math.round(endsIn) }', to: 'left: this.endsAt }' },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/player-shut-out',
  },
  {
    bug: 'a move that a guest makes before the host has decided',
    edits: [
      {
        file: 'match.js',
        from: "    else this.send({ t: 'want', tile }, this.host)\n",
        to: `    else {
      this.send({ t: 'want', tile }, this.host)
      this.board = claim(this.board, tile, this.mySlot) ?? this.board
      this.turn += 1
      this.onChange()
    }\n`,
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/players-disagree',
  },
  {
    bug: 'guests that go on writing to the first host',
    edits: [
      {
        file: 'match.js',
        from: '    this.host = match.host\n',
        to: '    this.host = match.host\n    this.first = match.host\n',
      },
      {
        file: 'match.js',
        from: "    else this.send({ t: 'want', tile }, this.host)\n",
        to: "    else this.send({ t: 'want', tile }, this.first)\n",
      },
    ],
    scenario: 'host-leaves',
    seats: 3,
    finds: 'run/sends-to-nobody',
  },
  {
    bug: 'a request that a player waits for, though it was lost',
    edits: [
      {
        file: 'match.js',
        from: '|| this.now() < this.mayTakeAt) return false',
        to: '|| this.now() < this.mayTakeAt || this.isWaiting) return false',
      },
      {
        file: 'match.js',
        from: "    else this.send({ t: 'want', tile }, this.host)\n",
        to: "    else {\n      this.isWaiting = true\n      this.send({ t: 'want', tile }, this.host)\n    }\n",
      },
      {
        file: 'match.js',
        from: "      if (message.t === 'move') this.follow(message)\n",
        to: "      if (message.t === 'no' || message.slot === this.mySlot) this.isWaiting = false\n      if (message.t === 'move') this.follow(message)\n",
      },
      {
        file: 'match.js',
        from: '    if (!isWhole(tile) || next === null) return\n    this.last',
        to: "    if (!isWhole(tile) || next === null) {\n      this.send({ t: 'no' }, player)\n      return\n    }\n    this.last",
      },
    ],
    scenario: 'lost-messages',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'a player without a nickname, who is called null',
    edits: [{ file: 'main.js', from: "player.nickname ?? 'Somebody'", to: 'player.nickname' }],
    scenario: 'lost-connection',
    seats: 3,
    finds: 'run/broken-value',
  },
  {
    bug: 'the end of a round that only the first host decides',
    edits: [
      {
        file: 'match.js',
        from: '  tick() {\n    if (!this.isHost) return\n',
        to: '  tick() {\n    if (!this.opened) return\n',
      },
      {
        file: 'match.js',
        from: '    this.host = match.host\n',
        to: '    this.host = match.host\n    this.opened = match.host === match.me\n',
      },
    ],
    scenario: 'host-leaves',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'requests that a host takes for old ones, by the clock of a device',
    edits: [
      {
        file: 'match.js',
        from: "    else this.send({ t: 'want', tile }, this.host)\n",
        to: "    else this.send({ t: 'want', tile, at: Date.now() }, this.host)\n",
      },
      {
        file: 'match.js',
        from: "message.t === 'want') this.give",
        to: "message.t === 'want' && Date.now() - message.at < 3_000) this.give",
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/player-shut-out',
  },
  {
    bug: 'states of a new host that look old, by the clock of a device',
    edits: [
      {
        file: 'match.js',
        from: '  adopt({ phase: name, board, slots, n, left }) {\n',
        to: '  adopt({ phase: name, board, slots, n, left, at }) {\n    if (at < (this.newest ?? 0)) return\n    this.newest = at\n',
      },
      {
        file: 'match.js',
        from: 'left: Math.round(endsIn) }',
        to: 'left: Math.round(endsIn), at: Date.now() }',
      },
    ],
    scenario: 'host-leaves',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'a lost message that is asked for only once in a match',
    edits: [
      { file: 'match.js', from: 'HEARTBEAT_MS = 2_000', to: 'HEARTBEAT_MS = 600_000' },
      {
        file: 'match.js',
        from: '  ask() {\n',
        to: '  ask() {\n    if (this.hasAsked) return\n    this.hasAsked = true\n',
      },
    ],
    scenario: 'lost-messages',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'points for tiles that each device draws by itself',
    edits: [
      {
        file: 'rules.js',
        from: '  Array.from({ length: MAX_SLOTS }, (_, slot) => board.split(String(slot)).length - 1)\n',
        to: `  Array.from({ length: MAX_SLOTS }, (_, slot) =>
    board.split(String(slot)).length - 1 + LUCKY.filter((tile) => board[tile] === String(slot)).length * 2)
const LUCKY = Array.from({ length: 20 }, () => Math.floor(Math.random() * 64))\n`,
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/players-disagree',
  },
  {
    bug: 'a bonus for who was first, in the order in which each device heard of it',
    edits: [
      { file: 'match.js', from: '  mayTakeAt = 0\n', to: '  mayTakeAt = 0\n  firsts = new Map()\n' },
      {
        file: 'match.js',
        from: '    this.mayTakeAt = this.now() + PAUSE_MS\n',
        to: '    this.mayTakeAt = this.now() + PAUSE_MS\n    if (!this.firsts.has(this.me)) this.firsts.set(this.me, tile)\n',
      },
      {
        file: 'match.js',
        from: '    this.turn += 1\n    this.board = next\n',
        to: '    this.turn += 1\n    this.board = next\n    if (!this.firsts.has(this.slots[slot])) this.firsts.set(this.slots[slot], tile)\n',
      },
      {
        file: 'view.js',
        from: 'this.nameOf(match, slot), counts[slot])),\n    )\n    if (this.tiles',
        to: 'this.nameOf(match, slot), counts[slot] + (match.slots[slot] === [...match.firsts.keys()][0] ? 5 : 0))),\n    )\n    if (this.tiles',
      },
    ],
    scenario: 'together',
    seats: 2,
    finds: 'run/players-disagree',
  },
  {
    bug: 'a player who has left and is in the next round',
    edits: [{ file: 'match.js', from: '    this.players.delete(id)\n', to: '' }],
    scenario: 'host-leaves',
    seats: 3,
    finds: 'run/old-score',
  },
  {
    bug: 'another round that guests take for an old one',
    edits: [
      {
        file: 'match.js',
        from: '    this.lastMoves.clear()\n',
        to: '    this.lastMoves.clear()\n    this.turn = 0\n',
      },
      {
        file: 'match.js',
        from: '!isWhole(left)) return\n',
        to: '!isWhole(left)) return\n    if (n < this.turn) return\n',
      },
    ],
    scenario: 'host-leaves',
    seats: 3,
    finds: 'run/match-stands-still',
  },
  {
    bug: 'a time left that starts again for a player who comes back',
    edits: [
      {
        file: 'match.js',
        from: '    Object.assign(this, { phase, board, slots, turn: n, endsAt: this.now() + left })',
        to: `    if (phase === 'playing' && this.phase !== 'playing') this.endsAt = this.now() + COUNTDOWN_MS + ROUND_MS
    Object.assign(this, { phase, board, slots, turn: n })`,
      },
    ],
    scenario: 'lost-connection',
    seats: 3,
    finds: 'run/players-disagree',
  },
  {
    bug: 'a win that counts with every state that is repeated',
    edits: [
      {
        file: 'match.js',
        from: '  mayTakeAt = 0\n',
        to: '  mayTakeAt = 0\n  /** Rounds won, by slot. */\n  wins = Array(MAX_SLOTS).fill(0)\n',
      },
      {
        file: 'match.js',
        from: '  ask() {\n',
        to: '  countWin() {\n    for (const slot of leaders(this.board, this.slots)) this.wins[slot] += 1\n  }\n\n  ask() {\n',
      },
      {
        file: 'match.js',
        from: "    this.phase = 'result'\n",
        to: "    this.phase = 'result'\n    this.countWin()\n",
      },
      {
        file: 'match.js',
        from: 'turn: n, endsAt: this.now() + left })\n',
        to: "turn: n, endsAt: this.now() + left })\n    if (phase === 'result') this.countWin()\n",
      },
      {
        file: 'view.js',
        from: 'order.map((slot) => entry(slot, this.nameOf(match, slot), counts[slot]))',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of the app.
        to: 'order.map((slot) => entry(slot, `${this.nameOf(match, slot)} · ${String(match.wins[slot])} won`, counts[slot]))',
      },
    ],
    scenario: 'host-leaves',
    seats: 3,
    finds: 'run/players-disagree',
  },
]

/**
 * A small game by turns for two, which soon ends: then nothing more happens, and nothing is wrong with that. It has no button
 * that says what it does, and its moves have no numbers.
 */
export const GAME_BY_TURNS = `<h1>Nim</h1><p id="left">9</p><button id="go">Let us play</button>
<button id="one">Take one</button><script>
const element = (id) => document.getElementById(id)
let match = null
let left = 9
const isMine = () => match !== null && match.players.length === 2 && match.players[(9 - left) % 2].id === match.me
const show = () => {
  element('left').textContent = left
  element('one').disabled = left === 0 || !isMine()
  if (match !== null) console.debug('miniapp:state ' + (9 - left) + ' ' + left)
}
element('go').onclick = async () => {
  try {
    const answer = await Service.multiplayer.host({ max_players: 2 })
    if (answer.status !== 'joined') return
    match = answer.match
    element('go').hidden = true
  } catch {}
  show()
}
element('one').onclick = () => {
  left -= 1
  show()
  Service.multiplayer.send({ left }).catch(() => {})
}
Service.multiplayer.on('joined', ({ player }) => {
  match.players.push(player)
  show()
})
Service.multiplayer.on('message', ({ data }) => {
  left = Math.min(left, data.left)
  show()
})
Service.multiplayer.on('closed', () => {
  match = null
  show()
})
show()
Service.ready().catch(() => {})
</script>`

/** A small game with a round of 90 s for two. @param advance what a frame does to `left`, in seconds, with `now` and `last` */
export const gameByClock = (advance: string): string => `<h1>Fill</h1><p id="left">Time left: 90</p>
<button id="host">Host</button><p id="taps">Taps: 0</p><button id="tap" hidden>Tap</button><script>
const element = (id) => document.getElementById(id)
let match = null
let [left, taps, last] = [90, 0, performance.now()]
const show = () => {
  element('left').textContent = 'Time left: ' + Math.ceil(left)
  element('taps').textContent = 'Taps: ' + taps
  element('host').hidden = match !== null
  element('tap').hidden = match === null
}
const frame = (now) => {
  if (match !== null && match.players.length === 2) left = Math.max(0, left - ${advance})
  last = now
  show()
  requestAnimationFrame(frame)
}
element('host').onclick = async () => {
  try {
    const answer = await Service.multiplayer.host({ max_players: 2 })
    if (answer.status === 'joined') match = answer.match
  } catch {}
}
element('tap').onclick = () => {
  taps += 1
  console.debug('miniapp:state ' + taps + ' ' + taps)
  Service.multiplayer.send({ taps }).catch(() => {})
}
Service.multiplayer.on('joined', ({ player }) => { match.players.push(player) })
Service.multiplayer.on('message', ({ data }) => { taps = Math.max(taps, data.taps) })
Service.multiplayer.on('closed', () => { match = null })
requestAnimationFrame(frame)
Service.ready().catch(() => {})
</script>`
