// A plain script instead of a module: it also runs when you open index.html with a
// double click, where browsers block modules.

/** @param {string} id */
const byId = (id) => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}.`)
  return found
}

/**
 * Every SDK call can reject. The code of the error has the reason.
 * @param {unknown} error
 */
const explain = (error) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  byId('notice').textContent =
    code === 'NO_HOST'
      ? 'This page is on its own. Start it with “npx miniapp dev” to have storage and context.'
      : `The host did not answer (${code}). Your taps still count, but may not be saved.`
  byId('notice').hidden = false
}

// ----- Theme: the device's until the host sends the person's choice, then live.

/** @param {string} theme */
const showTheme = (theme) => {
  document.documentElement.dataset.theme = theme
}
showTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

// ----- Context: who the person is, and where the app runs. The ID is different in every app.

/** @type {Awaited<ReturnType<typeof Service.getContext>> | null} */
let context = null

const showContext = () => {
  if (context === null) return
  const rows = {
    Player: context.app_user_id,
    Platform: context.platform,
    Language: context.locale,
    Theme: context.theme,
    Version: context.version,
    'Test run': context.test_mode ? 'yes' : 'no',
  }
  byId('context').replaceChildren(
    ...Object.entries(rows).map(([term, text]) => {
      const row = document.createElement('div')
      const label = document.createElement('dt')
      const value = document.createElement('dd')
      label.textContent = term
      value.textContent = text
      row.append(label, value)
      return row
    }),
  )
  byId('context-card').hidden = false
}

const loadContext = async () => {
  context = await Service.getContext()
  showTheme(context.theme)
  showContext()
}

Service.on('theme', ({ theme }) => {
  showTheme(theme)
  if (context === null) return
  context = { ...context, theme }
  showContext()
})

// ----- Storage: one number, kept between visits. Values are strings.

const KEY = 'taps'
let taps = 0
let loaded = false

const showTaps = () => {
  byId('taps').textContent = String(taps)
  byId('taps-unit').textContent = taps === 1 ? 'tap so far' : 'taps so far'
}

const saveTaps = () => {
  // Do not write before the old number is loaded: that would overwrite it.
  if (loaded) Service.storage.set(KEY, String(taps)).catch(explain)
}

const loadTaps = async () => {
  const saved = Number(await Service.storage.get(KEY)) || 0
  loaded = true
  // Taps during loading count too.
  const madeMeanwhile = taps > 0
  taps += saved
  showTaps()
  if (madeMeanwhile) saveTaps()
}

byId('tap').addEventListener('click', () => {
  taps += 1
  showTaps()
  // At most 120 writes per minute are allowed. A game would save at the end of a round.
  saveTaps()
})

// ----- Start: something is on screen, so the host can remove its loading cover. Load the rest after that.

showTaps()
Service.ready().catch(explain)
loadContext().catch(explain)
loadTaps().catch(explain)
