// multiplayer.host
{
  button.onclick = async () => {
    const result = await Service.multiplayer.host({
      max_players: 4,
      public: true,
      meta: { level: 2 },
    })
    if (result.status === 'joined') show(`Code: ${result.match.code}`)
  }
}

// multiplayer.join
{
  // Load this first: join() must directly follow the tap.
  const [match] = await Service.multiplayer.list()
  button.onclick = async () => {
    if (match === undefined) return show('Nobody is playing right now.')
    const result = await Service.multiplayer.join({ match: match.id })
    if (result.status === 'joined')
      show(`${result.match.players.length} players`)
  }
}

// multiplayer.list
{
  const matches = await Service.multiplayer.list()
  for (const { players, max_players, meta } of matches)
    show(`Level ${meta?.level}: ${players} of ${max_players} players`)
}

// multiplayer.send
{
  button.onclick = async () => {
    try {
      await Service.multiplayer.send({ move: [3, 4] })
    } catch (error) {
      if (error.code === 'NOT_IN_MATCH') show('The match is over.')
      else throw error
    }
  }
}

// multiplayer.leave
{
  await Service.multiplayer.leave()
  show('You left the match.')
}

// multiplayer.on
{
  const { multiplayer } = Service
  multiplayer.on('joined', ({ player }) => show(`${player.nickname} is here`))
  multiplayer.on('left', ({ player }) => show(`${player.nickname} left`))
  multiplayer.on('message', ({ data }) => show(JSON.stringify(data)))
  multiplayer.on('host', ({ player }) => show(`${player.nickname} is host`))
  multiplayer.on('closed', ({ reason }) => show(`Closed: ${reason}`))
}

// multiplayer.off
{
  const count = () => show('A message')
  Service.multiplayer.on('message', count)
  button.onclick = () => Service.multiplayer.off('message', count)
}

// match
{
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

  // Load this first: join() or host() must directly follow the tap.
  let [open] = await multiplayer.list()
  button.onclick = async () => {
    if (match !== null) return multiplayer.send({ x: 7 })
    const result = open
      ? await multiplayer.join({ match: open.id })
      : await multiplayer.host({ max_players: 2, public: true })
    if (result.status === 'joined') match = result.match
    else [open] = await multiplayer.list()
  }
}

// compare-states
{
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
}
