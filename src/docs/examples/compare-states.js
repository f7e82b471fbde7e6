const { multiplayer } = Service
/** @type {number[]} */
let moves = []

/** All players apply the same moves in the same order. */
const apply = (/** @type {number} */ move) => {
  moves = [...moves, move]
  const hash = moves.reduce((sum, one) => (Math.imul(sum, 31) + one) | 0, 0)
  console.debug(`miniapp:state ${moves.length} ${hash}`)
  show(`Turn ${moves.length}`)
}

multiplayer.on('message', ({ data }) => {
  // Another device sent it: check it before you use it.
  if (Number.isInteger(data)) apply(Number(data))
})

button.onclick = async () => {
  if (moves.length === 0) {
    const { status } = await multiplayer.host({ max_players: 2 })
    if (status !== 'joined') return
  }
  multiplayer.send(7)
  apply(7)
}
