// In manifest.json:
//   "capabilities": {
//     "ai.audio": { "version": 1, "purpose": "Plays rain as you like it." }
//   }
button.onclick = async () => {
  try {
    const { status } = await Service.ai.audio.generate({ prompt: 'rain' })
    show(status)
  } catch (error) {
    show(error.code)
  }
}
