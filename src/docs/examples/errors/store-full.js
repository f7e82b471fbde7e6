const keepTime = async (seconds) => {
  try {
    await Service.db.set('time', String(seconds), {
      rank: -seconds,
      replaceable: true,
    })
  } catch (error) {
    if (error.code !== 'STORE_FULL') throw error
    show('The list is full.')
  }
}
await keepTime(73)
