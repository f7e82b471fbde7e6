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
