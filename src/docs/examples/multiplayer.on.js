const { multiplayer } = Service
multiplayer.on('joined', ({ player }) => show(`${player.nickname} is here`))
multiplayer.on('left', ({ player }) => show(`${player.nickname} left`))
multiplayer.on('message', ({ data }) => show(JSON.stringify(data)))
multiplayer.on('host', ({ player }) => show(`${player.nickname} is host`))
multiplayer.on('closed', ({ reason }) => show(`Closed: ${reason}`))
