button.onclick = async () => {
  await Service.db.remove('best')
  show('Your score is gone.')
}
