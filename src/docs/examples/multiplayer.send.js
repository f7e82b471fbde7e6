button.onclick = async () => {
  try {
    await Service.multiplayer.send({ move: [3, 4] })
  } catch (error) {
    if (error.code === 'NOT_IN_MATCH') show('The match is over.')
    else throw error
  }
}
