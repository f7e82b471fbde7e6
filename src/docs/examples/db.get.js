const record = await Service.db.get('best')
show(record === null ? 'No score yet' : `Your best: ${record.value}`)
