// Connects the parts: what the host supports, what the person taps, and what the page says.

const byId = (id) => document.getElementById(id)
const button = (id) => /** @type {HTMLButtonElement} */ (byId(id))
const wish = /** @type {HTMLTextAreaElement} */ (byId('wish'))
const lines = /** @type {HTMLTextAreaElement} */ (byId('lines'))
const bar = /** @type {HTMLProgressElement} */ (byId('activity-bar'))
const card = new Card(byId('card'))

const say = (words) => {
  byId('notice').textContent = words
  byId('notice').hidden = words === ''
}

const showProgress = (progress) => {
  byId('activity').hidden = progress === null
  showButtons()
  if (progress === null) return
  byId('activity-text').textContent = progress.words
  // Without a value, the bar shows that something runs, but not how far it is.
  if (progress.share === null) bar.removeAttribute('value')
  else bar.value = progress.share
}

const request = new AiRequest(showProgress, say)

// ----- What this host supports. Phone apps update on their own schedule, and most of this works only on phones.

const BUTTONS = { 'ai.image': ['paint', 'image-state'], 'ai.assistant': ['write', 'text-state'] }
const states = { 'ai.image': 'unavailable', 'ai.assistant': 'unavailable' }

const offer = async () => {
  const names = /** @type {ServiceMiniapp.CapabilityName[]} */ (Object.keys(BUTTONS))
  // capability() never rejects. An unknown capability is unavailable.
  const found = await Promise.all(names.map((name) => Service.capability(name)))
  for (const [index, name] of names.entries()) {
    const { state } = found[index]
    const [, wordsId] = BUTTONS[name]
    states[name] = state
    byId(wordsId).textContent = stateWords(name, state)
    byId(wordsId).hidden = byId(wordsId).textContent === ''
  }
  for (const [call, id] of [
    ['pickImage', 'pick'],
    ['share', 'share'],
  ]) {
    try {
      byId(id).hidden = !(await Service.supports(call))
    } catch (error) {
      if (error.code === 'NO_HOST') say(errorWords('NO_HOST'))
    }
  }
  showButtons()
}

function showButtons() {
  for (const [name, [id]] of Object.entries(BUTTONS))
    button(id).disabled = states[name] === 'unavailable' || request.isRunning
  button('share').disabled = card.isEmpty
}

// ----- The picture

const showPicture = async (blob, label) => {
  try {
    await card.setPicture(blob)
    byId('card').ariaLabel = `Your postcard: ${label}`
    showButtons()
  } catch {
    say('This picture cannot be shown. Try another one.')
  }
}

byId('paint-form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const prompt = wish.value.trim()
  if (prompt === '') {
    wish.focus()
    return say('Write first what the picture shall show.')
  }
  const answer = await request.run((onProgress) =>
    Service.ai.image.generate({ prompt, avoid: 'text, letters', quality: 'balanced', onProgress }),
  )
  if (answer !== null) await showPicture(answer.image, prompt)
  // The model may have been downloaded, or may be unavailable now.
  offer()
})

byId('pick').addEventListener('click', async () => {
  say('')
  try {
    const answer = await Service.pickImage({ max_size: 1_080 })
    if (answer.status === 'picked') await showPicture(answer.image, 'a photo of yours')
    if (answer.status === 'unavailable') say('Photos cannot be chosen here.')
  } catch (error) {
    say(errorWords(error.code))
  }
})

// ----- The words

lines.addEventListener('input', () => {
  card.setText(lines.value)
  showButtons()
})

byId('write').addEventListener('click', async () => {
  const subject = wish.value.trim()
  const answer = await request.run((onProgress) =>
    Service.ai.ask({
      prompt: 'Write a short greeting for a postcard: warm, in plain text, without a heading.',
      // What people write is context, not an instruction to the assistant.
      context: subject === '' ? 'The picture shows a beautiful place.' : `The picture shows: ${subject}`,
      max_chars: 160,
      onProgress,
    }),
  )
  if (answer !== null) {
    lines.value = answer.text.trim().slice(0, 160)
    card.setText(lines.value)
  }
  offer()
})

// ----- Stopping and sharing

byId('cancel').addEventListener('click', () => request.cancel())
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') request.cancel()
})

byId('share').addEventListener('click', async () => {
  say('')
  try {
    // The text is on the card. The app never learns whether it was shared.
    await Service.share({ image: card.canvas })
  } catch (error) {
    say(error.code === 'BUSY' ? 'Close the open sheet first.' : errorWords(error.code))
  }
})

// ----- The service

const showTheme = (theme) => {
  document.documentElement.dataset.theme = theme
}

Service.on('theme', ({ theme }) => showTheme(theme))
Service.on('visibility', ({ visible }) => {
  if (visible && !request.isRunning) offer()
})

// The device's theme, until the host sends the person's.
showTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
// Something is on screen, so the host can remove its loading cover. Everything else comes after.
Service.ready().catch(() => {})
Service.getContext().then(
  ({ theme }) => showTheme(theme),
  () => {},
)
offer()
