// db.set
{
  const score = 1200
  const { saved } = await Service.db.set('best', String(score), {
    rank: score,
    replaceable: true,
  })
  show(saved ? 'You are on the list.' : 'The list is full of better scores.')
}

// db.get
{
  const record = await Service.db.get('best')
  show(record === null ? 'No score yet' : `Your best: ${record.value}`)
}

// db.list
{
  const names = []
  let cursor
  do {
    const page = await Service.db.list('best', { limit: 100, cursor })
    names.push(...page.records.map(({ player }) => player.nickname))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  show(names.map((name) => name ?? 'Somebody').join(', '))
}

// db.remove
{
  button.onclick = async () => {
    await Service.db.remove('best')
    show('Your score is gone.')
  }
}

// db.usage
{
  const { bytes, limit } = await Service.db.usage()
  show(`${Math.round((bytes / limit) * 100)}% full`)
}

// ranking
{
  const KEY = 'best'

  const saveScore = async (score) => {
    const before = await Service.db.get(KEY)
    if ((before?.rank ?? -1) >= score) return
    await Service.db.set(KEY, String(score), {
      rank: score,
      replaceable: true,
    })
  }

  const showRanking = async () => {
    const { records } = await Service.db.list(KEY, { limit: 10 })
    for (const { rank, player } of records)
      show(`${player.nickname ?? 'Somebody'}: ${rank}`)
  }

  button.onclick = async () => {
    try {
      // The nickname first, while the tap counts. It may stay empty.
      await Service.getNickname({ ask: true })
      await saveScore(1200)
      await showRanking()
    } catch (error) {
      show(`No ranking: ${error.code}`)
    }
  }
}
