const result = await Service.ai.ask({
  prompt: 'Name three animals that swim. Answer with a JSON array.',
  format: 'json',
})
if (result.status === 'answered' && result.json !== null)
  show(JSON.stringify(result.json))
