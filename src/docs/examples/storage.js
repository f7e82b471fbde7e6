// storage.get
{
  const best = Number((await Service.storage.get('best')) ?? 0)
  show(`Best score: ${best}`)
}

// storage.set
{
  const settings = { sound: true, level: 3 }
  await Service.storage.set('settings', JSON.stringify(settings))
}

// storage.remove
{
  button.onclick = async () => {
    await Service.storage.remove('game')
    show('New game')
  }
}

// storage.keys
{
  const keys = await Service.storage.keys()
  const levels = keys.filter((key) => key.startsWith('level.'))
  show(`${levels.length} levels saved`)
}

// saved-game
{
  const game = JSON.parse(
    (await Service.storage.get('game')) ?? '{"level":1}',
  )
  let timer = 0

  const save = async () => {
    clearTimeout(timer)
    timer = 0
    try {
      await Service.storage.set('game', JSON.stringify(game))
    } catch (error) {
      // Too many writes, or no connection: the next change saves it.
      show(`Not saved: ${error.code}`)
    }
  }

  const changed = () => {
    timer ||= setTimeout(save, 2000)
  }

  Service.on('visibility', ({ visible }) => {
    if (!visible && timer !== 0) save()
  })

  button.onclick = () => {
    game.level += 1
    show(`Level ${game.level}`)
    changed()
  }
}
