const names = []
let cursor
do {
  const page = await Service.db.list('best', { limit: 100, cursor })
  names.push(...page.records.map(({ player }) => player.nickname))
  cursor = page.next ?? undefined
} while (cursor !== undefined)
show(names.map((name) => name ?? 'Somebody').join(', '))
