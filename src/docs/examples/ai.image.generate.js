button.onclick = async () => {
  const result = await Service.ai.image.generate({
    prompt: 'a small red boat',
    quality: 'fast',
    onProgress: ({ stage }) => show(stage),
  })
  if (result.status === 'made')
    picture.src = URL.createObjectURL(result.image)
  else show(`No picture: ${result.status}`)
}
