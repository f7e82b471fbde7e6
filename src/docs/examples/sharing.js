// share
{
  button.onclick = async () => {
    await Service.share({ image: canvas, text: 'I reached level 12!' })
  }
}

// share-canvas
{
  const draw = (score) => {
    canvas.width = 720
    canvas.height = 1280
    const context = canvas.getContext('2d')
    if (context === null) return
    context.fillStyle = '#1c2a4a'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = 'white'
    context.font = '96px sans-serif'
    context.fillText(`${score} points`, 60, 640)
  }

  button.hidden = !(await Service.supports('share'))
  button.onclick = async () => {
    button.disabled = true
    try {
      draw(1200)
      await Service.share({ image: canvas, text: 'Can you beat 1200?' })
    } catch (error) {
      show(`Sharing failed: ${error.code}`)
    }
    button.disabled = false
  }
}
