const { bytes, limit } = await Service.db.usage()
show(`${Math.round((bytes / limit) * 100)} % full`)
