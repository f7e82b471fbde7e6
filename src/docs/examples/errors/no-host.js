try {
  await Service.getContext()
} catch (error) {
  if (error.code === 'NO_HOST') show('Run this with miniapp dev')
}
