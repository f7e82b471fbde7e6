const loadBest = async () => {
  try {
    show(`Best: ${(await Service.storage.get('best')) ?? 0}`)
  } catch (error) {
    if (error.code !== 'TIMEOUT' && error.code !== 'OFFLINE') throw error
    show('Playing without your best score')
    setTimeout(loadBest, 30_000)
  }
}
await loadBest()
