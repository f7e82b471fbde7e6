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
    show(`The ranking is not here: ${error.code}`)
  }
}
