button.onclick = async () => {
  const result = await Service.pickVideo({ max_seconds: 30 })
  if (result.status === 'picked') show(`${result.duration} seconds`)
  if (result.status === 'unavailable') button.hidden = true
}
