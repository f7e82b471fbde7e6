const count = () => show('A message')
Service.multiplayer.on('message', count)
button.onclick = () => Service.multiplayer.off('message', count)
