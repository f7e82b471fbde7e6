show('Tap to start')
await Service.ready()

const setTheme = ({ theme }) => {
  document.documentElement.dataset.theme = theme
}
Service.on('theme', setTheme)
try {
  setTheme(await Service.getContext())
} catch (error) {
  show(`Playing without a host: ${error.code}`)
}
