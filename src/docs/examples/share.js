button.onclick = async () => {
  await Service.share({ image: canvas, text: 'I reached level 12!' })
}
