// ready
{
  show('Tap to start')
  await Service.ready()
}

// getContext
{
  const { theme, locale, app_user_id } = await Service.getContext()
  show(`Player ${app_user_id} plays in ${locale}, in the ${theme} theme`)
}

// capability
{
  const { supported, state } = await Service.capability('ai.image')
  button.hidden = !supported
  if (state === 'needs_download') show('The first picture takes longer.')
}

// supports
{
  button.hidden = !(await Service.supports('pickImage'))
}

// on
{
  Service.on('visibility', ({ visible }) => {
    show(visible ? 'Welcome back' : 'Paused')
  })
}

// off
{
  const follow = ({ theme }) => show(`The theme is ${theme} now`)
  Service.on('theme', follow)
  button.onclick = () => Service.off('theme', follow)
}

// close
{
  button.onclick = () => Service.close()
}

// first-screen
{
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
}
