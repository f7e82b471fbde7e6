import type { Canvas } from './backdrop.js'
import { darker, lighter, mix } from './colours.js'
import { circle, ellipse, path, polygon, round, SIDE, starPoints, stroke } from './shapes.js'

export const stars = ({ random, palette, detail }: Canvas, count: number): string => {
  let drawn = ''
  for (let i = 0; i < count; i++) {
    const x = random.between(4, SIDE - 4)
    const y = random.between(4, 250)
    const size = random.between(0.5, 1.7)
    const opacity = `opacity="${round(random.between(0.4, 1))}"`
    if (detail > 0 && i % 16 === 0)
      drawn += `<g transform="translate(${round(x)} ${round(y)})" ${opacity}>${polygon(starPoints(4, 5, 1.1), palette.light)}</g>`
    else drawn += circle(x, y, size, i % 5 === 0 ? palette.light : '#ffffff', opacity)
  }
  return drawn
}

export const nebula = ({ random, palette, detail }: Canvas): string => {
  if (detail === 0) return ''
  let drawn = ''
  for (let i = 0; i < 3 + detail * 2; i++) {
    const colour = palette.accents[i % 4] ?? palette.light
    const id = `nebula${i}`
    drawn +=
      `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="0.42"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>` +
      ellipse(
        random.between(40, 344),
        random.between(60, 300),
        random.between(70, 150),
        random.between(40, 100),
        `url(#${id})`,
      )
  }
  return drawn
}

export const sunAt = (x: number, y: number, { detail, plan, random }: Canvas): string => {
  const radius = plan.time === 'sunset' ? 44 : 30
  const colour = plan.time === 'sunset' ? '#ffd98a' : '#ffe27a'
  let drawn = detail > 0 ? circle(x, y, radius * 3.4, 'url(#glow)') : ''
  if (plan.time === 'day' && (detail === 2 || plan.weather.has('sun'))) {
    const turn = random.between(0, 0.5)
    for (let i = 0; i < 12; i++) {
      const angle = turn + (i * Math.PI) / 6
      const from = radius + 8
      const to = radius + (i % 2 === 0 ? 22 : 15)
      drawn += stroke(
        `M${round(x + Math.cos(angle) * from)} ${round(y + Math.sin(angle) * from)}L${round(x + Math.cos(angle) * to)} ${round(y + Math.sin(angle) * to)}`,
        colour,
        4,
      )
    }
  }
  drawn += circle(x, y, radius, colour)
  if (detail > 0)
    drawn += circle(x - radius * 0.2, y - radius * 0.2, radius * 0.72, lighter(colour, 0.4), 'opacity="0.6"')
  return drawn
}

export const moonAt = (x: number, y: number, { palette, detail, random }: Canvas): string => {
  const glow = detail > 0 ? circle(x, y, 84, 'url(#glow)') : ''
  if (random.chance(0.5))
    return (
      glow + path(`M${round(x + 10)} ${round(y - 30)}a31 31 0 1 0 22 44a25 25 0 0 1 -22 -44z`, palette.light)
    )
  const craters =
    detail === 0
      ? ''
      : circle(x - 9, y - 6, 6, '#e6dcb4') +
        circle(x + 11, y + 7, 8, '#e6dcb4') +
        circle(x + 6, y - 15, 3.5, '#e6dcb4')
  return glow + circle(x, y, 30, palette.light) + craters
}

const RAINBOW = ['#e5484d', '#f08c3a', '#f7cf46', '#4caf6d', '#4a8fe7', '#8a63d2'] as const

export const rainbow = (): string =>
  RAINBOW.map((colour, index) =>
    stroke(
      `M${-10 + index * 10} 300A${202 - index * 10} ${202 - index * 10} 0 0 1 ${394 - index * 10} 300`,
      colour,
      10.5,
      'opacity="0.75"',
    ),
  ).join('')

export const clouds = ({ random, palette, detail, plan }: Canvas, count: number): string => {
  const colour = plan.weather.has('rain')
    ? mix(palette.sky[1], '#8a93a8', 0.6)
    : palette.dark
      ? mix(palette.sky[2], '#ffffff', 0.12)
      : mix('#ffffff', palette.sky[2], 0.18)
  let drawn = ''
  for (let i = 0; i < count; i++) {
    const x = ((i + random.between(0.1, 0.9)) * SIDE) / count
    const y = random.between(34, 140)
    const size = random.between(0.6, 1.15)
    const cloud =
      ellipse(0, 0, 42, 13, colour) +
      circle(-16, -8, 15, colour) +
      circle(6, -15, 20, colour) +
      circle(24, -5, 13, colour)
    const shade = detail === 2 ? ellipse(4, 6, 34, 6, darker(colour, 0.12), 'opacity="0.5"') : ''
    drawn += `<g transform="translate(${round(x)} ${round(y)}) scale(${round(size)})" opacity="0.92">${cloud}${shade}</g>`
  }
  return drawn
}

export const flock = ({ random, palette }: Canvas): string => {
  let drawn = ''
  for (let i = 0; i < 5; i++) {
    const x = random.between(60, 320)
    const y = random.between(60, 150)
    const size = random.between(5, 9)
    drawn += stroke(
      `M${round(x - size)} ${round(y - size * 0.5)}Q${round(x - size * 0.4)} ${round(y - size)} ${round(x)} ${round(y)}Q${round(x + size * 0.4)} ${round(y - size)} ${round(x + size)} ${round(y - size * 0.5)}`,
      darker(palette.sky[0], 0.55),
      2,
    )
  }
  return drawn
}

export const fireworks = ({ random, palette, detail }: Canvas): string => {
  let drawn = ''
  for (let i = 0; i < 3 + detail; i++) {
    const x = random.between(50, 334)
    const y = random.between(45, 150)
    const colour = palette.accents[i % 4] ?? palette.light
    const rays = 10 + detail * 4
    const reach = random.between(22, 40)
    for (let ray = 0; ray < rays; ray++) {
      const angle = (ray * 2 * Math.PI) / rays
      const dx = Math.cos(angle)
      const dy = Math.sin(angle)
      drawn +=
        stroke(
          `M${round(x + dx * reach * 0.3)} ${round(y + dy * reach * 0.3)}L${round(x + dx * reach)} ${round(y + dy * reach)}`,
          lighter(colour, 0.2),
          1.8,
        ) + circle(x + dx * (reach + 4), y + dy * (reach + 4), 1.8, palette.light)
    }
  }
  return drawn
}
