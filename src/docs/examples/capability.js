const { supported, state } = await Service.capability('ai.image')
button.hidden = !supported
if (state === 'needs_download') show('The first picture takes longer.')
