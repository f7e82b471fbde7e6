button.onclick = async () => {
  const result = await Service.multiplayer.host({
    max_players: 4,
    public: true,
    meta: { level: 2 },
  })
  if (result.status === 'joined') show(`Code: ${result.match.code}`)
}
