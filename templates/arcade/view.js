// Draws a Game on a canvas: rotates its sky to fit the screen, follows the ship, and adds effects.

/* exported font, View -- other scripts of the page use them. */

const COLOURS = {
  light: {
    sky: ['#fff3e6', '#f4e4ff', '#dbe6ff'],
    star: '90, 70, 170',
    ship: '#3a22b8',
    glow: '91, 63, 224',
    ring: '70, 50, 150',
    danger: '214, 40, 60',
    text: '#241f4d',
    planet: { saturation: 82, light: 78, middle: 64, dark: 50 },
  },
  dark: {
    sky: ['#0b0a24', '#17143f', '#2a1b57'],
    star: '255, 255, 255',
    ship: '#ffffff',
    glow: '130, 226, 255',
    ring: '210, 205, 255',
    danger: '255, 96, 96',
    text: '#ffffff',
    planet: { saturation: 78, light: 76, middle: 58, dark: 34 },
  },
}

/** The planets' colours, in turn: hues from 0 to 360. */
const HUES = [16, 268, 172, 330, 44, 212]
const GOLD = '#ffb931'
const UNITS_ACROSS = 10
const BAR_PIXELS = 52
const TRAIL_POINTS = 26
/** More pixels than this cost more than they show. */
const MAX_PIXEL_RATIO = 3

/** @type {(rgb: string, alpha: number) => string} */
const rgba = (rgb, alpha) => `rgba(${rgb}, ${String(alpha)})`

/** @type {(hue: number, saturation: number, lightness: number, alpha: number) => string} */
const hsla = (hue, saturation, lightness, alpha) =>
  `hsla(${String(hue)}, ${String(saturation)}%, ${String(lightness)}%, ${String(alpha)})`

/** @type {(weight: number, pixels: number) => string} */
const font = (weight, pixels) => `${String(weight)} ${String(pixels)}px system-ui, sans-serif`

class View {
  /** @type {ServiceMiniapp.Theme} */
  theme = 'light'
  colours = COLOURS.light
  isComet = false
  calm = matchMedia('(prefers-reduced-motion: reduce)')
  camera = 0
  /** Where the ship was. @type {Place[]} */
  trail = []
  effects = new Effects()
  // The size in CSS pixels, how many canvas pixels each has, and how many a unit of the sky has.
  width = 0
  height = 0
  ratio = 1
  scale = 0
  upright = true

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('This browser cannot draw.')
    this.canvas = canvas
    this.pen = pen
    this.stars = Array.from({ length: 90 }, () => ({
      along: Math.random(),
      across: Math.random(),
      depth: 0.15 + Math.random() * 0.5,
    }))
    this.resize()
  }

  reset() {
    this.camera = 0
    this.trail = []
    this.effects = new Effects()
  }

  /** @param {ServiceMiniapp.Theme} theme */
  setTheme(theme) {
    this.theme = theme
    this.colours = COLOURS[theme]
  }

  /** Sizes the canvas in device pixels, so that edges are sharp. */
  resize() {
    const { clientWidth, clientHeight } = this.canvas
    this.setSize(clientWidth, clientHeight, Math.min(devicePixelRatio, MAX_PIXEL_RATIO))
  }

  /** @type {(width: number, height: number, ratio: number) => void} */
  setSize(width, height, ratio) {
    this.width = width
    this.height = height
    this.ratio = ratio
    this.canvas.width = Math.round(width * ratio)
    this.canvas.height = Math.round(height * ratio)
    this.upright = height >= width
    this.scale = (this.upright ? width : height - BAR_PIXELS) / UNITS_ACROSS
  }

  /**
   * Converts a position in the sky to one on the screen.
   * @param {Place} place
   */
  point({ along, across }) {
    const ahead = (along - this.camera) * this.scale
    const aside = across * this.scale
    return this.upright
      ? { x: this.width / 2 + aside, y: this.height * 0.7 - ahead }
      : { x: this.width * 0.24 + ahead, y: (this.height + BAR_PIXELS) / 2 + aside }
  }

  /**
   * Draws one picture.
   * @param {Game} game
   * @param between how much of the next step has passed, 0 to 1: the ship is drawn between its last two positions
   * @param seconds since the last picture
   */
  draw(game, between = 1, seconds = 0) {
    // On another screen the pixel ratio may differ. A canvas outside a page keeps its size.
    if (this.canvas.isConnected && Math.min(devicePixelRatio, MAX_PIXEL_RATIO) !== this.ratio) this.resize()
    // A frame without a size cannot be drawn on.
    if (this.scale <= 0) return
    const { ship } = game
    const shown = {
      along: mix(ship.before.along, ship.along, between),
      across: mix(ship.before.across, ship.across, between),
    }
    const goal = ship.flying ? Math.max(ship.planet.along, ship.along - 1.5) : ship.planet.along
    this.camera += (goal - this.camera) * (1 - Math.exp(-5 * seconds))

    this.pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0)
    this.drawSky()
    for (const planet of game.planets.slice(Math.max(0, ship.planet.index - 2))) this.drawPlanet(planet, game)
    if (!game.over) {
      this.drawCourse(game, shown)
      this.drawShip(shown, seconds)
    }
    this.effects.draw(this, seconds)
  }

  drawSky() {
    const { pen, width, height } = this
    const sky = pen.createLinearGradient(0, 0, width * 0.4, height)
    for (const [index, colour] of this.colours.sky.entries()) sky.addColorStop(index / 2, colour)
    pen.fillStyle = sky
    pen.fillRect(0, 0, width, height)
    const travelled = this.calm.matches ? 0 : this.camera * this.scale
    for (const { along, across, depth } of this.stars) {
      const length = this.upright ? height : width
      // Near stars move faster than far ones, and wrap around.
      const passed = (((along * length - travelled * depth) % length) + length) % length
      const aside = across * (this.upright ? width : height)
      pen.fillStyle = rgba(this.colours.star, 0.15 + depth * 0.6)
      pen.beginPath()
      if (this.upright) pen.arc(aside, height - passed, depth * 2.2, 0, FULL_TURN)
      else pen.arc(passed, aside, depth * 2.2, 0, FULL_TURN)
      pen.fill()
    }
  }

  /** @type {(planet: Planet, game: Game) => void} */
  drawPlanet(planet, game) {
    const { pen, scale } = this
    const { x, y } = this.point(planet)
    const reach = planet.orbit * scale
    if (x < -reach || y < -reach || x > this.width + reach || y > this.height + reach) return
    const size = planet.radius * scale
    const hue = HUES[planet.index % HUES.length]
    const { saturation, light, middle, dark } = this.colours.planet
    /** @type {(lightness: number, alpha?: number) => string} */
    const tone = (lightness, alpha = 1) => hsla(hue, saturation, lightness, alpha)

    const air = pen.createRadialGradient(x, y, size, x, y, reach)
    air.addColorStop(0, tone(middle, 0.35))
    air.addColorStop(1, tone(middle, 0))
    this.disc(x, y, reach, air)

    const body = pen.createRadialGradient(x - size * 0.4, y - size * 0.45, size * 0.1, x, y, size * 1.05)
    body.addColorStop(0, tone(light))
    body.addColorStop(0.55, tone(middle))
    body.addColorStop(1, tone(dark))
    this.disc(x, y, size, body)
    this.drawBands(planet, x, y, size, tone(dark, 0.35))
    this.drawOrbit(planet, game, x, y)
  }

  /** @type {(planet: Planet, x: number, y: number, size: number, colour: string) => void} */
  drawBands({ index }, x, y, size, colour) {
    const { pen } = this
    pen.save()
    pen.beginPath()
    pen.arc(x, y, size, 0, FULL_TURN)
    pen.clip()
    pen.translate(x, y)
    pen.rotate(-0.4 + (index % 3) * 0.35)
    pen.fillStyle = colour
    for (const [from, thick] of [
      [-0.5, 0.16],
      [0.02, 0.26],
      [0.5, 0.12],
    ]) {
      pen.beginPath()
      pen.ellipse(0, (from + (index % 4) * 0.06) * size, size * 1.3, thick * size, 0, 0, FULL_TURN)
      pen.fill()
    }
    pen.restore()
  }

  /** @type {(planet: Planet, game: Game, x: number, y: number) => void} */
  drawOrbit(planet, { ship, over }, x, y) {
    const { pen, scale } = this
    const isHere = planet === ship.planet && !ship.flying && !over
    const isGoal = planet.index === ship.planet.index + 1
    pen.lineWidth = 1.5
    pen.setLineDash(isGoal ? [6, 7] : [])
    pen.strokeStyle = rgba(this.colours.ring, isGoal ? 0.75 : 0.22)
    this.circle(x, y, planet.orbit * scale)
    pen.setLineDash([])
    if (!isHere) return
    // The shrinking orbit, in a warning colour towards the end.
    const left = (ship.distance - planet.radius) / (planet.orbit - planet.radius)
    pen.lineWidth = 3
    pen.strokeStyle = rgba(left < 0.35 ? this.colours.danger : this.colours.glow, 0.55)
    this.circle(x, y, ship.distance * scale)
  }

  /**
   * Where the ship would fly: a long hint at first, a short one later.
   * @type {(game: Game, from: Place) => void}
   */
  drawCourse(game, from) {
    if (game.ship.flying) return
    const { pen } = this
    const way = game.heading()
    const dots = Math.round(mix(11, 4, Math.min(1, game.ship.planet.index / 15)))
    for (let dot = 1; dot <= dots; dot++) {
      const away = 0.2 + dot * 0.36
      const { x, y } = this.point({
        along: from.along + way.along * away,
        across: from.across + way.across * away,
      })
      pen.fillStyle = rgba(this.colours.glow, 0.8 * (1 - dot / (dots + 1)))
      pen.beginPath()
      pen.arc(x, y, 2, 0, FULL_TURN)
      pen.fill()
    }
  }

  /** @type {(place: Place, seconds: number) => void} */
  drawShip(place, seconds) {
    const { pen, trail } = this
    if (seconds > 0) trail.push(place)
    if (trail.length > TRAIL_POINTS) trail.shift()
    const size = Math.max(5, this.scale * 0.15)
    for (const [index, from] of trail.entries()) {
      const to = this.point(trail[index + 1] ?? place)
      const start = this.point(from)
      const share = index / trail.length
      pen.strokeStyle = this.isComet
        ? hsla(index * 14, 95, 60, share * 0.9)
        : rgba(this.colours.glow, share * 0.6)
      pen.lineWidth = size * (this.isComet ? 2 : 1.5) * share
      pen.beginPath()
      pen.moveTo(start.x, start.y)
      pen.lineTo(to.x, to.y)
      pen.stroke()
    }
    const { x, y } = this.point(place)
    const glow = pen.createRadialGradient(x, y, 0, x, y, size * 3.2)
    glow.addColorStop(0, rgba(this.colours.glow, 0.75))
    glow.addColorStop(1, rgba(this.colours.glow, 0))
    this.disc(x, y, size * 3.2, glow)
    this.disc(x, y, size, this.isComet ? GOLD : this.colours.ship)
  }

  /** @type {(x: number, y: number, radius: number, fill: string | CanvasGradient) => void} */
  disc(x, y, radius, fill) {
    this.pen.fillStyle = fill
    this.pen.beginPath()
    this.pen.arc(x, y, radius, 0, FULL_TURN)
    this.pen.fill()
  }

  /** @type {(x: number, y: number, radius: number) => void} */
  circle(x, y, radius) {
    this.pen.beginPath()
    this.pen.arc(x, y, radius, 0, FULL_TURN)
    this.pen.stroke()
  }
}
