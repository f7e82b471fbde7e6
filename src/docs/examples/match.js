const { multiplayer } = Service
const positions = new Map()
/** @type {ServiceMiniapp.Match | null} */
let match = null

multiplayer.on('joined', ({ player }) => show(`${player.nickname} joined`))
multiplayer.on('left', ({ player }) => positions.delete(player.id))
multiplayer.on('host', ({ player }) => show(`${player.nickname} leads`))
multiplayer.on('message', ({ from, data }) => {
  // Another device sent it: check it before you use it.
  const { x } = Object(data)
  if (Number.isInteger(x)) positions.set(from, x)
  show([...positions.values()].join(' '))
})
multiplayer.on('closed', ({ reason }) => {
  match = null
  positions.clear()
  show(`The match is over: ${reason}`)
})

button.onclick = async () => {
  if (match !== null) return multiplayer.send({ x: 7 })
  const [open] = await multiplayer.list()
  const result = open
    ? await multiplayer.join({ match: open.id })
    : await multiplayer.host({ max_players: 2, public: true })
  if (result.status === 'joined') match = result.match
}
