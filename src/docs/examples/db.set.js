const score = 1200
const { saved } = await Service.db.set('best', String(score), {
  rank: score,
  replaceable: true,
})
show(saved ? 'You are on the list.' : 'The list is full of better scores.')
