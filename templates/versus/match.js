// One match, as each player sees it. The host of the match is the authority: players send it what they want,
// it decides in order of arrival, and tells everybody. Everybody knows the whole state, so that the next host can
// continue from there.
//
//   to the host   { t: 'want', tile }            a player wants a tile
//                 { t: 'what' }                  a player has missed something
//   to all        { t: 'move', n, tile, slot }   the host gave a tile; n counts up
//                 { t: 'state', … }              all there is to know; replaces what a player knew
//
// That is at most one message per second from a player and nine from the host, well below 20 (8.3).

/* exported Match -- other scripts of the page use it. */

const COUNTDOWN_MS = 3_000
const ROUND_MS = 45_000
/** A player can take one tile per second. The host allows slightly less, since delays vary. */
const PAUSE_MS = 1_000
const PAUSE_ALLOWED_MS = 800
/** Messages can be lost, so everybody gets the whole state this often. */
const HEARTBEAT_MS = 2_000

/** @typedef {'lobby' | 'playing' | 'result'} Phase */
/** @type {Phase[]} */
const PHASES = ['lobby', 'playing', 'result']

// Do not trust what others send: check each message.
/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isWhole = (value) => Number.isInteger(value)

/**
 * @param {unknown} value
 * @returns {value is string}
 */
const isBoard = (value) =>
  typeof value === 'string' && /^[.0-7]{64,100}$/.test(value) && isWhole(Math.sqrt(value.length))

/**
 * @param {unknown} value
 * @returns {value is (string | null)[]}
 */
const isSlots = (value) =>
  Array.isArray(value) &&
  value.length === MAX_SLOTS &&
  value.every((id) => id === null || typeof id === 'string')

/**
 * What a match needs of the page.
 * @typedef {object} World
 * @property {(data: ServiceMiniapp.Json, to?: string) => void} send sends data to all others, or to one player
 * @property {() => number} now the time in milliseconds
 * @property {() => void} onChange called when there is something new to show
 */

class Match {
  /** @type {Map<string, ServiceMiniapp.Player>} */
  players = new Map()
  /** The nicknames of all players so far, for results that name someone who left. @type {Map<string, string | null>} */
  names = new Map()
  /** @type {Phase} */
  phase = 'lobby'
  board = emptyBoard(2)
  /** Player ids: a player keeps a slot, and so a colour. @type {(string | null)[]} */
  slots = Array(MAX_SLOTS).fill(null)
  turn = 0
  endsAt = 0
  nextBeat = 0
  /** When each player last took a tile, for the host. @type {Map<string, number>} */
  lastMoves = new Map()
  mayTakeAt = 0

  /**
   * @param {Pick<ServiceMiniapp.Match, 'code' | 'me' | 'host' | 'public' | 'players'>} match what `host` or `join` resolved to
   * @param {World} world
   */
  constructor(match, { send, now, onChange }) {
    this.send = send
    this.now = now
    this.onChange = onChange
    this.code = match.code
    this.me = match.me
    this.host = match.host
    this.isPublic = match.public
    for (const player of match.players) this.remember(player)
    if (this.isHost) this.seat()
    else this.ask()
  }

  get isHost() {
    return this.host === this.me
  }

  get mySlot() {
    return this.slots.indexOf(this.me)
  }

  /** Milliseconds until the round starts; 0 once it has. */
  get startsIn() {
    return this.phase === 'playing' ? Math.max(0, this.endsAt - ROUND_MS - this.now()) : 0
  }

  get endsIn() {
    return Math.max(0, this.endsAt - this.now())
  }

  get canTake() {
    return this.phase === 'playing' && this.startsIn === 0 && this.endsIn > 0 && this.mySlot >= 0
  }

  // ----- What this player does

  /**
   * Asks for a tile. Returns whether the request was sent.
   * @param {number} tile
   */
  take(tile) {
    if (!this.canTake || this.board[tile] !== FREE || this.now() < this.mayTakeAt) return false
    this.mayTakeAt = this.now() + PAUSE_MS
    if (this.isHost) this.give(this.me, tile)
    else this.send({ t: 'want', tile }, this.host)
    return true
  }

  /** Starts a round. Only for the host. */
  start() {
    if (!this.isHost || this.phase === 'playing') return
    this.unseat()
    this.seat()
    this.phase = 'playing'
    this.board = emptyBoard(this.players.size)
    this.endsAt = this.now() + COUNTDOWN_MS + ROUND_MS
    this.lastMoves.clear()
    this.tellAll()
  }

  /** Call this a few times per second. */
  tick() {
    if (!this.isHost) return
    if (this.phase === 'playing' && this.endsIn === 0) this.end()
    // Without other players the host sends nothing, so that a match that nobody joins closes (4.8).
    else if (this.players.size > 1 && this.now() >= this.nextBeat) this.beat()
  }

  // ----- Incoming messages

  /** @param {ServiceMiniapp.Player} player */
  joined(player) {
    this.remember(player)
    if (this.isHost) {
      this.seat()
      this.tellAll()
    } else this.onChange()
  }

  /** @param {ServiceMiniapp.Player} player */
  remember(player) {
    this.players.set(player.id, player)
    this.names.set(player.id, player.nickname)
  }

  /** @param {ServiceMiniapp.Player} player */
  left({ id }) {
    this.players.delete(id)
    if (this.isHost) this.settle()
    this.onChange()
  }

  /**
   * The host left, and this player is the new one.
   * @param {string} id
   */
  hostIs(id) {
    this.host = id
    if (this.isHost) this.settle()
    else this.ask()
    this.onChange()
  }

  /**
   * @param {string} from
   * @param {unknown} data
   */
  message(from, data) {
    if (typeof data !== 'object' || data === null) return
    const message = /** @type {Record<string, unknown>} */ (data)
    if (this.isHost) {
      if (message.t === 'want') this.give(from, message.tile)
      if (message.t === 'what') this.tell(from)
    } else if (from === this.host) {
      if (message.t === 'move') this.follow(message)
      if (message.t === 'state') this.adopt(message)
    }
  }

  /** @param {Record<string, unknown>} move */
  follow({ n, tile, slot }) {
    if (isWhole(n) && n <= this.turn) return
    const isNext = n === this.turn + 1 && isWhole(tile) && isWhole(slot)
    const next = isNext ? claim(this.board, tile, slot) : null
    if (next === null) {
      this.ask()
      return
    }
    this.turn += 1
    this.board = next
    this.onChange()
  }

  /** @param {Record<string, unknown>} state */
  adopt({ phase: name, board, slots, n, left }) {
    const phase = PHASES.find((known) => known === name)
    if (phase === undefined || !isBoard(board) || !isSlots(slots) || !isWhole(n) || !isWhole(left)) return
    Object.assign(this, { phase, board, slots, turn: n, endsAt: this.now() + left })
    this.onChange()
  }

  ask() {
    this.send({ t: 'what' }, this.host)
  }

  // ----- What only the host does

  /**
   * @param {string} player
   * @param {unknown} tile
   */
  give(player, tile) {
    const slot = this.slots.indexOf(player)
    const isTooSoon = this.now() - (this.lastMoves.get(player) ?? 0) < PAUSE_ALLOWED_MS
    if (this.phase !== 'playing' || this.startsIn > 0 || slot < 0 || isTooSoon) return
    const next = isWhole(tile) ? claim(this.board, tile, slot) : null
    if (!isWhole(tile) || next === null) return
    this.lastMoves.set(player, this.now())
    this.board = next
    this.turn += 1
    this.send({ t: 'move', n: this.turn, tile, slot })
    if (isFull(next)) this.end()
    this.onChange()
  }

  /** Gives a slot to everybody without one. If none is free, they wait for the next round. */
  seat() {
    for (const id of this.players.keys()) {
      const free = this.slots.indexOf(null)
      if (!this.slots.includes(id) && free >= 0) this.slots[free] = id
    }
  }

  /** Frees the slots and tiles of players who left. */
  unseat() {
    this.slots = this.slots.map((id, slot) => {
      if (id === null || this.players.has(id)) return id
      this.board = release(this.board, slot)
      return null
    })
  }

  /** A player left, perhaps the previous host. A result stays as it was. */
  settle() {
    if (this.phase !== 'result') this.unseat()
    this.seat()
    // A player who is alone does not continue.
    if (this.phase === 'playing' && this.players.size < 2) this.phase = 'lobby'
    this.tellAll()
  }

  end() {
    this.phase = 'result'
    this.tellAll()
  }

  tellAll() {
    this.turn += 1
    this.beat()
    this.onChange()
  }

  beat() {
    this.nextBeat = this.now() + HEARTBEAT_MS
    this.tell()
  }

  /** @param {string} [player] everybody, if left out */
  tell(player) {
    const { phase, board, slots, turn, endsIn } = this
    this.send({ t: 'state', phase, board, slots, n: turn, left: Math.round(endsIn) }, player)
  }
}
