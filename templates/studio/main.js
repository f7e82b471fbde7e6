// Connects the parts: what the host supports, what the person taps, and what the page says.

/** @param {string} id */
const byId = (id) => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}.`)
  return found
}

/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (byId(id))
const wish = /** @type {HTMLTextAreaElement} */ (byId('wish'))
const lines = /** @type {HTMLTextAreaElement} */ (byId('lines'))
const bar = /** @type {HTMLProgressElement} */ (byId('activity-bar'))
const card = new Card(/** @type {HTMLCanvasElement} */ (byId('card')))

/** @param {string} words */
const say = (words) => {
  byId('notice').textContent = words
  byId('notice').hidden = words === ''
}

/** @param {Progress | null} progress */
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

let canPaint = false
let canWrite = false

/**
 * Says what the state of a capability means.
 * @param {'ai.image' | 'ai.assistant'} name
 * @param {string} id of the text under its button
 * @returns whether it can be used
 */
const offerAi = async (name, id) => {
  // capability() never rejects. An unknown capability is unavailable.
  const { state } = await Service.capability(name)
  byId(id).textContent = stateWords(name, state)
  byId(id).hidden = byId(id).textContent === ''
  return state !== 'unavailable'
}

const offer = async () => {
  ;[canPaint, canWrite] = await Promise.all([
    offerAi('ai.image', 'image-state'),
    offerAi('ai.assistant', 'text-state'),
  ])
  for (const [call, id] of [
    ['pickImage', 'pick'],
    ['share', 'share'],
  ]) {
    try {
      byId(id).hidden = !(await Service.supports(call))
    } catch (error) {
      if (codeOf(error) === 'NO_HOST') say(errorWords('NO_HOST'))
    }
  }
  showButtons()
}

function showButtons() {
  button('paint').disabled = !canPaint || request.isRunning
  button('write').disabled = !canWrite || request.isRunning
  // A painting that is ready later would replace the photo.
  button('pick').disabled = request.isRunning
  button('share').disabled = card.isEmpty
}

// ----- The picture

/** @type {(blob: Blob, label: string) => Promise<void>} */
const showPicture = async (blob, label) => {
  try {
    await card.setPicture(blob)
    byId('card').ariaLabel = `Your postcard: ${label}`
    showButtons()
  } catch {
    say('This picture cannot be shown. Try another one.')
  }
}

const paint = async () => {
  const prompt = wish.value.trim()
  if (prompt === '') {
    wish.focus()
    say('First write what the picture should show.')
    return
  }
  const answer = await request.run((onProgress) =>
    Service.ai.image.generate({ prompt, avoid: 'text, letters', quality: 'balanced', onProgress }),
  )
  if (answer?.status === 'made') await showPicture(answer.image, prompt)
  // The model may have been downloaded, or may be unavailable now.
  await offer()
}

byId('paint-form').addEventListener('submit', (event) => {
  event.preventDefault()
  void paint()
})

const pick = async () => {
  say('')
  try {
    const answer = await Service.pickImage({ max_size: 1_080 })
    if (answer.status === 'picked') await showPicture(answer.image, 'a photo of yours')
    if (answer.status === 'unavailable') say('Photos cannot be chosen here.')
  } catch (error) {
    say(errorWords(codeOf(error)))
  }
}

byId('pick').addEventListener('click', () => void pick())

// ----- The words

lines.addEventListener('input', () => {
  card.setText(lines.value)
  showButtons()
})

const write = async () => {
  const subject = wish.value.trim()
  const before = lines.value
  const answer = await request.run((onProgress) =>
    Service.ai.ask({
      prompt: 'Write a short greeting for a postcard: warm, in plain text, without a heading.',
      // What people write is context, not an instruction to the assistant.
      context: subject === '' ? 'The picture shows a beautiful place.' : `The picture shows: ${subject}`,
      max_chars: 160,
      onProgress,
    }),
  )
  // Words that the person has typed meanwhile stay.
  if (answer?.status === 'answered' && lines.value === before) {
    lines.value = answer.text.trim().slice(0, 160)
    card.setText(lines.value)
  }
  await offer()
}

byId('write').addEventListener('click', () => void write())

// ----- Stopping and sharing

byId('cancel').addEventListener('click', () => {
  request.cancel()
})
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') request.cancel()
})

const share = async () => {
  say('')
  try {
    // The text is on the card. The app never learns whether it was shared.
    await Service.share({ image: card.canvas })
  } catch (error) {
    const code = codeOf(error)
    say(code === 'BUSY' ? 'Close the open sheet first.' : errorWords(code))
  }
}

byId('share').addEventListener('click', () => void share())

// ----- The service

/** @param {ServiceMiniapp.Theme} theme */
const showTheme = (theme) => {
  document.documentElement.dataset.theme = theme
}

Service.on('theme', ({ theme }) => {
  showTheme(theme)
})
Service.on('visibility', ({ visible }) => {
  if (visible && !request.isRunning) void offer()
})

// The device's theme, until the host sends the person's.
showTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
// Something is on screen, so the host can remove its loading cover. Everything else comes after.
Service.ready().catch(() => {})
Service.getContext().then(
  ({ theme }) => {
    showTheme(theme)
  },
  () => {},
)
void offer()
