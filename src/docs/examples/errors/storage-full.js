const save = (text) => Service.storage.set(`game.${Date.now()}`, text)
try {
  await save('{}')
} catch (error) {
  if (error.code !== 'STORAGE_FULL') throw error
  const keys = await Service.storage.keys()
  const [oldest] = keys.filter((key) => key.startsWith('game.')).sort()
  if (oldest !== undefined) await Service.storage.remove(oldest)
  await save('{}')
}
show('Saved')
