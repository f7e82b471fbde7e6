// The rules of the board, without drawing, network or a clock. A board is a string with one character per tile: `.` for
// a free one, else the number of its player's slot. So it fits into a message as it is.

/* exported emptyBoard, release, isFull, leaders, bestTile -- other scripts of the page use them. */

const MAX_SLOTS = 8
const FREE = '.'
const DIRECTIONS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]))

/**
 * The tiles per side: more for more players, and never too small for a finger at 320 pixels.
 * @param {number} players
 */
const sideFor = (players) => Math.max(8, Math.min(10, players + 6))

/** @param {number} players */
const emptyBoard = (players) => FREE.repeat(sideFor(players) ** 2)

/**
 * Takes a free tile for a slot, and with it every line of others' tiles between it and another tile of that slot.
 * @param {string} board
 * @param {number} tile
 * @param {number} slot
 * @returns the new board, or null if the tile is taken
 */
const claim = (board, tile, slot) => {
  if (board[tile] !== FREE) return null
  const side = Math.sqrt(board.length)
  const mine = String(slot)
  const tiles = Array.from(board)
  tiles[tile] = mine
  for (const [down, right] of DIRECTIONS) {
    if (down === 0 && right === 0) continue
    const caught = []
    let row = Math.floor(tile / side) + down
    let column = (tile % side) + right
    const isInside = () => row >= 0 && column >= 0 && row < side && column < side
    while (isInside() && ![FREE, mine].includes(board[row * side + column])) {
      caught.push(row * side + column)
      row += down
      column += right
    }
    if (isInside() && board[row * side + column] === mine) for (const index of caught) tiles[index] = mine
  }
  return tiles.join('')
}

/**
 * Frees the tiles of a player who left.
 * @type {(board: string, slot: number) => string}
 */
const release = (board, slot) => board.replaceAll(String(slot), FREE)

/** @param {string} board */
const isFull = (board) => !board.includes(FREE)

/**
 * How many tiles each slot has, by slot.
 * @param {string} board
 */
const countTiles = (board) =>
  Array.from({ length: MAX_SLOTS }, (_, slot) => board.split(String(slot)).length - 1)

/**
 * The slots with the most tiles: several if it is a draw.
 * @param {string} board
 * @param {readonly (string | null)[]} slots
 */
const leaders = (board, slots) => {
  const counts = countTiles(board)
  const taken = slots.flatMap((player, slot) => (player === null ? [] : [slot]))
  const most = Math.max(...taken.map((slot) => counts[slot]))
  return taken.filter((slot) => counts[slot] === most)
}

/**
 * The free tile that wins most, for the robot of the practice.
 * @param {string} board
 * @param {number} slot
 */
const bestTile = (board, slot) => {
  /** @param {number} tile */
  const gain = (tile) => {
    const next = claim(board, tile, slot)
    return next === null ? -1 : countTiles(next)[slot] + Math.random()
  }
  const tiles = Array.from(board, (_, tile) => ({ tile, gain: gain(tile) }))
  return tiles.reduce((best, candidate) => (candidate.gain > best.gain ? candidate : best)).tile
}
