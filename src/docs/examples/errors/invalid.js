try {
  // @ts-expect-error: the number must be a text
  await Service.storage.set('best', 12)
} catch (error) {
  show(`${error.code}: ${error.message}`)
}
await Service.storage.set('best', String(12))
