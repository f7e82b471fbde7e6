button.onclick = async () => {
  button.disabled = true
  try {
    await Service.share({ text: 'I won!' })
  } catch (error) {
    if (error.code === 'BUSY') show('Close the other sheet first.')
    else throw error
  } finally {
    button.disabled = false
  }
}
