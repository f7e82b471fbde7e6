// ai.image.generate
{
  button.onclick = async () => {
    const result = await Service.ai.image.generate({
      prompt: 'a small red boat',
      quality: 'fast',
      onProgress: ({ stage }) => show(stage),
    })
    if (result.status === 'made')
      picture.src = URL.createObjectURL(result.image)
    else show(`No picture: ${result.status}`)
  }
}

// ai.audio.generate
{
  button.onclick = async () => {
    const result = await Service.ai.audio.generate({
      prompt: 'calm rain',
      kind: 'sound',
      seconds: 3,
    })
    if (result.status === 'made') show(`${result.seconds} seconds of rain`)
  }
}

// ai.ask
{
  const result = await Service.ai.ask({
    prompt: 'Name three animals that swim. Answer with a JSON array.',
    format: 'json',
  })
  if (result.status === 'answered' && result.json !== null)
    show(JSON.stringify(result.json))
}

// ai.cancel
{
  const answer = Service.ai.ask({ prompt: 'Tell a long story.' })
  button.onclick = () => Service.ai.cancel()
  const { status } = await answer
  show(status)
}

// ai-with-fallback
{
  const drawMyself = () => {
    const context = canvas.getContext('2d')
    if (context !== null) context.fillRect(20, 20, 100, 60)
    show('A boat of my own')
  }

  const { supported } = await Service.capability('ai.image')
  button.onclick = async () => {
    if (!supported) return drawMyself()
    button.disabled = true
    try {
      const result = await Service.ai.image.generate({
        prompt: 'a small red boat on the sea',
        onProgress: ({ stage }) => show(stage),
      })
      if (result.status === 'made') {
        picture.src = URL.createObjectURL(result.image)
        show('A boat by AI')
      } else drawMyself()
    } catch {
      drawMyself()
    }
    button.disabled = false
  }
}
