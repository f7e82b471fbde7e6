// Draws a match. Everything is drawn again when it changes, except the tiles, so that they
// can keep the focus and turn over.

/* exported View -- other scripts of the page use it. */

/** One shape per slot, so that nobody depends on colours. The variation selector keeps them from becoming emoji. */
const SHAPES = ['●', '▲', '■', '◆', '★', '✚', '♥', '♣'].map((shape) => `${shape}\uFE0E`)

/** @param {string} id */
const byId = (id) => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}.`)
  return found
}

/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (byId(id))
const SCREENS = ['home', 'lobby', 'game', 'result', 'closed']

/** @param {string} screen */
const showScreen = (screen) => {
  if (document.body.dataset.screen === screen) return
  document.body.dataset.screen = screen
  for (const id of SCREENS) byId(id).hidden = id !== screen
  // Keys go to what is on screen now.
  /** @type {HTMLButtonElement | null} */
  const first = byId(screen).querySelector('.main:not([hidden]), button:not([hidden])')
  first?.focus({ preventScroll: true })
}

/**
 * A list entry of a slot: its shape and colour, the player's name, and a number if there is one.
 * @type {(slot: number, name: string, number?: number) => HTMLElement}
 */
const entry = (slot, name, number) => {
  const item = document.createElement('li')
  item.dataset.slot = String(slot)
  const mark = document.createElement('i')
  mark.textContent = SHAPES[slot]
  mark.ariaHidden = 'true'
  const label = document.createElement('bdi')
  label.textContent = name
  item.append(mark, label)
  if (number !== undefined) {
    const count = document.createElement('b')
    count.textContent = String(number)
    item.append(count)
  }
  return item
}

class View {
  /** @type {HTMLButtonElement[]} */
  tiles = []
  board = byId('board')

  /** @param {(tile: number) => void} onTake called with the tile that the player wants */
  constructor(onTake) {
    this.onTake = onTake
    // On the press instead of the click: in a race that is fairer.
    this.board.addEventListener('pointerdown', (event) => {
      const pressed = /** @type {Element} */ (event.target).closest('button')
      const tile = this.tiles.indexOf(/** @type {HTMLButtonElement} */ (pressed))
      if (tile < 0 || event.button !== 0) return
      this.moveTo(tile)
      this.onTake(tile)
    })
    this.board.addEventListener('keydown', (event) => {
      this.key(event)
    })
    this.board.addEventListener('contextmenu', (event) => {
      event.preventDefault()
    })
  }

  /**
   * @param {Match} match
   * @param {number} slot
   */
  nameOf(match, slot) {
    const id = match.slots[slot] ?? ''
    const name = match.names.get(id) ?? `Player ${String(slot + 1)}`
    if (id === match.me) return `${name} (you)`
    return match.players.has(id) ? name : `${name} (left)`
  }

  /** @param {Match} match */
  show(match) {
    showScreen({ lobby: 'lobby', playing: 'game', result: 'result' }[match.phase])
    this.drawLobby(match)
    if (match.phase === 'playing') this.drawGame(match)
    if (match.phase === 'result') this.drawResult(match)
  }

  /**
   * The slots of the players who are here.
   * @param {Match} match
   */
  taken(match) {
    return match.slots.flatMap((id, slot) => (id !== null && match.players.has(id) ? [slot] : []))
  }

  /** @param {Match} match */
  drawLobby(match) {
    byId('lobby-code').textContent = match.code
    byId('lobby-players').replaceChildren(
      ...this.taken(match).map((slot) => entry(slot, this.nameOf(match, slot))),
    )
    byId('start').hidden = !match.isHost
    button('start').disabled = match.players.size < 2
    const host = match.players.get(match.host)?.nickname ?? 'the host'
    byId('lobby-text').textContent = !match.isHost
      ? `Waiting for ${host} to start.`
      : match.players.size < 2
        ? 'Waiting for somebody to play with…'
        : 'All here? Then start!'
  }

  /** @param {Match} match */
  drawGame(match) {
    const counts = countTiles(match.board)
    byId('scores').replaceChildren(
      ...this.taken(match).map((slot) => entry(slot, this.nameOf(match, slot), counts[slot])),
    )
    if (this.tiles.length !== match.board.length) this.layTiles(match.board.length)
    const side = Math.sqrt(match.board.length)
    for (const [index, tile] of this.tiles.entries()) {
      const slot = match.board[index]
      if (tile.dataset.slot === slot) continue
      tile.dataset.slot = slot
      tile.textContent = slot === FREE ? '' : SHAPES[Number(slot)]
      delete tile.dataset.wanted
      const owner = slot === FREE ? 'free' : this.nameOf(match, Number(slot))
      const [row, column] = [Math.floor(index / side) + 1, (index % side) + 1].map(String)
      tile.ariaLabel = `Row ${row}, column ${column}: ${owner}`
    }
    document.body.dataset.mine = String(match.mySlot)
    this.drawTime(match)
  }

  /** @param {Match} match */
  drawTime(match) {
    byId('clock').textContent = String(Math.min(ROUND_MS / 1000, Math.ceil(match.endsIn / 1000)))
    const { startsIn } = match
    byId('count').textContent = startsIn > 0 ? String(Math.ceil(startsIn / 1000)) : ''
    byId('pause').hidden = !match.canTake
  }

  /** @param {number} count */
  layTiles(count) {
    const side = Math.sqrt(count)
    this.tiles = Array.from({ length: count }, () => {
      const tile = document.createElement('button')
      tile.type = 'button'
      tile.tabIndex = -1
      return tile
    })
    this.board.style.setProperty('--side', String(side))
    this.board.replaceChildren(...this.tiles)
    this.moveTo(Math.floor(count / 2 + side / 2))
  }

  /**
   * One tile at a time takes focus, as in a spreadsheet.
   * @param {number} tile
   */
  moveTo(tile) {
    for (const other of this.tiles) other.tabIndex = -1
    this.tiles[tile].tabIndex = 0
    this.tiles[tile].focus({ preventScroll: true })
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const tile = this.tiles.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement))
    const side = Math.sqrt(this.tiles.length)
    if (tile < 0) return
    const [row, column] = [Math.floor(tile / side), tile % side]
    const isRightToLeft = getComputedStyle(this.board).direction === 'rtl'
    const aside = isRightToLeft ? -1 : 1
    /** @type {Record<string, [number, number] | undefined>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -aside], ArrowRight: [0, aside] }
    const step = steps[event.key]
    if (step !== undefined) {
      const next = [row + step[0], column + step[1]].map((place) => Math.max(0, Math.min(side - 1, place)))
      this.moveTo(next[0] * side + next[1])
    } else if (event.key === ' ' || event.key === 'Enter') {
      if (!event.repeat) this.onTake(tile)
    } else return
    event.preventDefault()
  }

  /**
   * The tile reacts immediately. The host decides whether it is yours.
   * @param {number} index
   */
  want(index) {
    const tile = this.tiles[index]
    // The host has it already.
    if (tile.dataset.slot === FREE) tile.dataset.wanted = ''
    // Someone was faster, or the message was lost: undo it.
    setTimeout(() => {
      delete tile.dataset.wanted
    }, PAUSE_MS)
    const bar = byId('pause').firstElementChild
    bar?.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: PAUSE_MS })
  }

  /** @param {Match} match */
  drawResult(match) {
    const counts = countTiles(match.board)
    const best = leaders(match.board, match.slots)
    const title =
      best.length > 1
        ? 'A draw!'
        : best[0] === match.mySlot
          ? 'You win!'
          : `${this.nameOf(match, best[0])} wins`
    byId('result-title').textContent = title
    const seated = match.slots.flatMap((id, slot) => (id === null ? [] : [slot]))
    const order = seated.sort((one, other) => counts[other] - counts[one])
    byId('result-list').replaceChildren(
      ...order.map((slot) => entry(slot, this.nameOf(match, slot), counts[slot])),
    )
    byId('again').hidden = !match.isHost
    button('again').disabled = match.players.size < 2
    byId('result-text').textContent = match.isHost
      ? match.players.size < 2
        ? 'Everybody else has left.'
        : ''
      : 'The host can start another round.'
  }
}
