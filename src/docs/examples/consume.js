const { purchases } = await Service.getPurchases()
for (const { id, kind, consumed_at } of purchases) {
  if (kind !== 'consumable' || consumed_at !== undefined) continue
  // Credit it and save that first: see `miniapp docs shop`.
  await Service.consume(id).catch((error) => {
    if (error.code !== 'NOT_CONSUMABLE') throw error
  })
}
