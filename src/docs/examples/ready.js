show('Tap to start')
await Service.ready()
