const keys = await Service.storage.keys()
const levels = keys.filter((key) => key.startsWith('level.'))
show(`${levels.length} levels saved`)
