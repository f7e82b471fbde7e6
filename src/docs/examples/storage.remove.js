button.onclick = async () => {
  await Service.storage.remove('game')
  show('New game')
}
