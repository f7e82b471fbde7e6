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
