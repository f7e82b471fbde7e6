button.onclick = async () => {
  try {
    await Service.share({ image: canvas })
  } catch (error) {
    if (error.code !== 'IMAGE_TOO_LARGE') throw error
    await Service.share({ image: canvas.toDataURL('image/jpeg', 0.8) })
  }
}
