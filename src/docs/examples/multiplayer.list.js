const matches = await Service.multiplayer.list()
for (const { players, max_players, meta } of matches)
  show(`Level ${meta?.level}: ${players} of ${max_players} players`)
