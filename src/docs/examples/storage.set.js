const settings = { sound: true, level: 3 }
await Service.storage.set('settings', JSON.stringify(settings))
