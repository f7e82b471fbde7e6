button.onclick = async () => {
  const result = await Service.ai.audio.generate({
    prompt: 'calm rain',
    kind: 'sound',
    seconds: 3,
  })
  if (result.status === 'made') show(`${result.seconds} seconds of rain`)
}
