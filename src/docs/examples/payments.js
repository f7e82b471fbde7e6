// pay
{
  button.onclick = async () => {
    try {
      const result = await Service.pay({ product: 'coins' })
      if (result.status === 'paid') show('Thank you! Here are your coins.')
      if (result.status === 'pending') show('Your coins arrive soon.')
      if (result.status === 'failed') show(`Not paid: ${result.reason}`)
    } catch (error) {
      show(`Not now: ${error.code}`)
    }
  }
}

// getPurchases
{
  const { purchases } = await Service.getPurchases()
  const hasHat = purchases.some(({ product }) => product === 'hat')
  show(hasHat ? 'You are wearing your hat.' : 'There is a hat in the shop.')
}

// consume
{
  const { purchases } = await Service.getPurchases()
  for (const { id, kind, consumed_at } of purchases) {
    if (kind !== 'consumable' || consumed_at !== undefined) continue
    // Credit it and save that first: see `miniapp docs shop`.
    await Service.consume(id).catch((error) => {
      if (error.code !== 'NOT_CONSUMABLE') throw error
    })
  }
}

// shop
{
  const COINS = { coins: 10 }
  const text = await Service.storage.get('wallet')
  const wallet = JSON.parse(text ?? '{"coins":0,"credited":[]}')

  // One delivery at a time: a tap and a return to the app may both start one.
  let running = Promise.resolve()
  const deliver = () => {
    running = running.then(deliverAll).catch((error) => show(error.code))
    return running
  }

  const deliverAll = async () => {
    const { purchases } = await Service.getPurchases()
    for (const { id, product, kind, consumed_at } of purchases) {
      if (kind !== 'consumable' || consumed_at !== undefined) continue
      if (!wallet.credited.includes(id)) {
        const coins = wallet.coins + COINS[product]
        const credited = [...wallet.credited, id].slice(-40)
        // The coins and the purchase are saved in one text, or not at all.
        await Service.storage.set(
          'wallet',
          JSON.stringify({ coins, credited }),
        )
        Object.assign(wallet, { coins, credited })
      }
      await Service.consume(id)
    }
    show(`${wallet.coins} coins`)
  }

  await deliver()
  Service.on('visibility', ({ visible }) => visible && deliver())
  button.onclick = async () => {
    const { status } = await Service.pay({ product: 'coins' })
    if (status === 'paid') await deliver()
  }
}
