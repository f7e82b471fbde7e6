Service.on('visibility', ({ visible }) => {
  show(visible ? 'Welcome back' : 'Paused')
})
