button.onclick = async () => {
  const [match] = await Service.multiplayer.list()
  if (match === undefined) return show('Nobody plays just now.')
  const result = await Service.multiplayer.join({ match: match.id })
  if (result.status === 'joined')
    show(`${result.match.players.length} players`)
}
