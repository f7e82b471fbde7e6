const LONGEST = 4096
const level = '#.'.repeat(3000)

const parts = Math.ceil(level.length / LONGEST)
for (let part = 0; part < parts; part += 1) {
  const piece = level.slice(part * LONGEST, (part + 1) * LONGEST)
  await Service.storage.set(`level.${part}`, piece)
}
show(`${parts} parts`)
