const answer = Service.ai.ask({ prompt: 'Tell a long story.' })
button.onclick = () => Service.ai.cancel()
const { status } = await answer
show(status)
