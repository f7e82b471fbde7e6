button.onclick = async () => {
  const result = await Service.pickImage({ max_size: 1024 })
  if (result.status === 'picked') {
    picture.src = URL.createObjectURL(result.image)
    show(`${result.width} × ${result.height} pixels`)
  }
}
