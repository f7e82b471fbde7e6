const { purchases } = await Service.getPurchases()
const hasHat = purchases.some(({ product }) => product === 'hat')
show(hasHat ? 'You wear your hat.' : 'There is a hat in the shop.')
