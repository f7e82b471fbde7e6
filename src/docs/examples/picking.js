// pickImage
{
  button.onclick = async () => {
    const result = await Service.pickImage({ max_size: 1024 })
    if (result.status === 'picked') {
      picture.src = URL.createObjectURL(result.image)
      show(`${result.width} × ${result.height} pixels`)
    }
  }
}

// pickVideo
{
  button.onclick = async () => {
    const result = await Service.pickVideo({ max_seconds: 30 })
    if (result.status === 'picked') show(`${result.duration} seconds`)
    if (result.status === 'unavailable') button.hidden = true
  }
}

// pick-photo
{
  button.hidden = !(await Service.supports('pickImage'))
  button.onclick = async () => {
    try {
      const result = await Service.pickImage({ max_size: 512 })
      if (result.status === 'unavailable') button.hidden = true
      if (result.status !== 'picked') return
      const photo = await createImageBitmap(result.image)
      canvas.width = photo.width
      canvas.height = photo.height
      canvas.getContext('2d')?.drawImage(photo, 0, 0)
      show('What a photo!')
    } catch (error) {
      show(`No photo: ${error.code}`)
    }
  }
}
