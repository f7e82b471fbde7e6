// errors/no-host
{
  try {
    await Service.getContext()
  } catch (error) {
    if (error.code === 'NO_HOST') show('Run this with miniapp dev')
  }
}

// errors/try-again
{
  const loadBest = async () => {
    try {
      show(`Best: ${(await Service.storage.get('best')) ?? 0}`)
    } catch (error) {
      if (error.code !== 'TIMEOUT' && error.code !== 'OFFLINE') throw error
      show('Playing without your best score')
      setTimeout(loadBest, 30_000)
    }
  }
  await loadBest()
}

// errors/invalid
{
  try {
    // @ts-expect-error: the number must be a text
    await Service.storage.set('best', 12)
  } catch (error) {
    show(`${error.code}: ${error.message}`)
  }
  await Service.storage.set('best', String(12))
}

// errors/invalid-key
{
  const name = 'My level!'
  const key = `level.${name.replace(/[^A-Za-z0-9_.:-]/g, '_')}`
  await Service.storage.set(key, 'done')
  show(key)
}

// errors/value-too-long
{
  const LONGEST = 4096
  const level = '#.'.repeat(3000)

  const parts = Math.ceil(level.length / LONGEST)
  for (let part = 0; part < parts; part += 1) {
    const piece = level.slice(part * LONGEST, (part + 1) * LONGEST)
    await Service.storage.set(`level.${part}`, piece)
  }
  show(`${parts} parts`)
}

// errors/storage-full
{
  const save = (text) => Service.storage.set(`game.${Date.now()}`, text)
  try {
    await save('{}')
  } catch (error) {
    if (error.code !== 'STORAGE_FULL') throw error
    const keys = await Service.storage.keys()
    const [oldest] = keys.filter((key) => key.startsWith('game.')).sort()
    if (oldest !== undefined) await Service.storage.remove(oldest)
    await save('{}')
  }
  show('Saved')
}

// errors/needs-tap
{
  // Wrong: by the time this is done, the tap may no longer count.
  // button.onclick = async () => {
  //   await loadShop()
  //   await Service.pay({ product: 'hat' })
  // }

  // Right: load before the tap, and make the call first in the handler.
  const { purchases } = await Service.getPurchases()
  button.disabled = purchases.some(({ product }) => product === 'hat')
  button.onclick = async () => {
    const { status } = await Service.pay({ product: 'hat' })
    show(status)
  }
}

// errors/busy
{
  button.onclick = async () => {
    button.disabled = true
    try {
      await Service.share({ text: 'I won!' })
    } catch (error) {
      if (error.code === 'BUSY') show('Close the other sheet first.')
      else throw error
    } finally {
      button.disabled = false
    }
  }
}

// errors/store-full
{
  const keepTime = async (seconds) => {
    try {
      await Service.db.set('time', String(seconds), {
        rank: -seconds,
        replaceable: true,
      })
    } catch (error) {
      if (error.code !== 'STORE_FULL') throw error
      show('The list is full.')
    }
  }
  await keepTime(73)
}

// errors/join
{
  const PROBLEMS = {
    MATCH_FULL: 'This match is full.',
    NO_SUCH_MATCH: 'No match has this code.',
  }

  button.onclick = async () => {
    try {
      await Service.multiplayer.join({ code: 'ABCDEF' })
    } catch (error) {
      show(PROBLEMS[error.code] ?? 'Try again later.')
    }
  }
}

// errors/image-too-large
{
  button.onclick = async () => {
    try {
      await Service.share({ image: canvas })
    } catch (error) {
      if (error.code !== 'IMAGE_TOO_LARGE') throw error
      await Service.share({ image: canvas.toDataURL('image/jpeg', 0.8) })
    }
  }
}

// errors/session-over
{
  const OVER = ['LAUNCH_INVALID', 'MINI_APP_UNAVAILABLE', 'MINI_APP_DELETED']

  try {
    await Service.storage.set('level', '4')
  } catch (error) {
    if (!OVER.includes(error.code)) throw error
    show('Please close this app and open it again.')
  }
}

// errors/not-declared
{
  // In manifest.json:
  //   "capabilities": {
  //     "ai.audio": { "version": 1, "purpose": "Plays the sound of rain." }
  //   }
  button.onclick = async () => {
    try {
      const { status } = await Service.ai.audio.generate({ prompt: 'rain' })
      show(status)
    } catch (error) {
      show(error.code)
    }
  }
}
