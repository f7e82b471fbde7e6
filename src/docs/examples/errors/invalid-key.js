const name = 'My level!'
const key = `level.${name.replace(/[^A-Za-z0-9_.:-]/g, '_')}`
await Service.storage.set(key, 'done')
show(key)
