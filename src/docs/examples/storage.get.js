const best = Number((await Service.storage.get('best')) ?? 0)
show(`Best score: ${best}`)
