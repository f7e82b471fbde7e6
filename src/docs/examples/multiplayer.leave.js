await Service.multiplayer.leave()
show('You left the match.')
