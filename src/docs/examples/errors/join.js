const PROBLEMS = {
  MATCH_FULL: 'This match is full.',
  NO_SUCH_MATCH: 'No match has this code.',
}

button.onclick = async () => {
  try {
    await Service.multiplayer.join({ code: 'ABCDEF' })
  } catch (error) {
    show(PROBLEMS[error.code] ?? 'Try again later.')
  }
}
