// Wrong: what is awaited first may outlast the tap.
// button.onclick = async () => {
//   await loadShop()
//   await Service.pay({ product: 'hat' })
// }

// Right: load before, and call first thing in the handler.
const { purchases } = await Service.getPurchases()
button.disabled = purchases.some(({ product }) => product === 'hat')
button.onclick = async () => {
  const { status } = await Service.pay({ product: 'hat' })
  show(status)
}
