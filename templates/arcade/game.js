// The rules of the game, without drawing, input or a clock. The owner of a Game calls step() at a
// steady pace and leap() when the player wants to go.
//
// The sky is an endless band. `along` is the distance, `across` is the side, from -5 to 5. The view
// turns the band to fit the screen, upward on a phone held upright, to the right on a wide one.

/* exported Game -- other scripts of the page use it. */

const HALF_BAND = 5
const LEAP_SPEED = 10
const MAX_STREAK = 5
const FULL_TURN = 2 * Math.PI

/** @type {(from: number, to: number, share: number) => number} */
const mix = (from, to, share) => from + (to - from) * share

/** @typedef {{ along: number, across: number }} Place a position or a direction */
/** @typedef {Place & { kind: 'leap' | 'land' | 'end', points: number }} GameEvent */
/** @typedef {ReturnType<typeof newPlanet>} Planet */

/**
 * How hard the game is at a planet: 0 at the first, close to 1 far out.
 * @param {number} index
 */
const hardness = (index) => 1 - Math.exp(-index / 20)

/**
 * @param {number} index
 * @param {number} along
 * @param {number} side where it should be across the band; it stays well inside
 */
const newPlanet = (index, along, side) => {
  const hard = hardness(index)
  const orbit = mix(1.75, 1.2, hard)
  const reach = HALF_BAND - orbit - 0.3
  return {
    index,
    orbit,
    radius: orbit * 0.45,
    along,
    middle: Math.max(-reach, Math.min(reach, side)),
    across: 0,
    // Farther out, some planets sway.
    sway: index > 10 && index % 3 === 0 ? 0.9 : 0,
    speed: mix(3.4, 4.8, hard),
    patience: mix(9, 4.5, hard), // seconds until an orbit has shrunk to the ground
  }
}

/** @param {Planet} planet */
const newShip = (planet) => ({
  along: 0,
  across: 0,
  before: { along: 0, across: 0 },
  planet,
  angle: 0,
  spin: 1,
  distance: planet.orbit,
  turned: 0,
  flying: /** @type {Place | null} */ (null), // in which direction
})

class Game {
  clock = 0
  score = 0
  streak = 0
  /** How it ended, or null while it runs. @type {'lost' | 'burnt' | null} */
  over = null
  /** What happened since the last takeEvents(). @type {GameEvent[]} */
  events = []
  planets = [newPlanet(0, 0, 0)]
  ship = newShip(this.planets[0])

  constructor() {
    this.placePlanet(this.planets[0])
    while (this.planets.length < 6) this.addPlanet()
    this.placeInOrbit()
    this.keepBefore()
  }

  addPlanet() {
    const index = this.planets.length
    const last = this.planets[index - 1]
    // A random step to the side, small enough that a leap never needs luck.
    const side = last.middle + mix(-3.4, 3.4, Math.random())
    const planet = newPlanet(index, last.along + mix(4.1, 5.2, hardness(index)), side)
    this.placePlanet(planet)
    this.planets.push(planet)
  }

  /** @param {Planet} planet */
  placePlanet(planet) {
    planet.across = planet.middle + planet.sway * Math.sin(this.clock * 1.2 + planet.index)
  }

  /**
   * Puts the ship into the full orbit of a planet.
   * @param {Planet} planet
   * @param {number} angle
   * @param {number} spin 1 or -1
   */
  orbit(planet, angle, spin) {
    Object.assign(this.ship, { planet, angle, spin, distance: planet.orbit, turned: 0, flying: null })
  }

  /** Leaves the planet and flies straight ahead. */
  leap() {
    if (this.over || this.ship.flying) return
    if (this.ship.turned > FULL_TURN) this.streak = 0
    this.ship.flying = this.heading()
    this.happen('leap')
  }

  /** The direction in which the ship would fly if it left now. */
  heading() {
    const { angle, spin } = this.ship
    return { along: -Math.sin(angle) * spin, across: Math.cos(angle) * spin }
  }

  /** Whether a leap now would pass well within the orbit of the next planet. The demo behind the title uses it. */
  isOnCourse() {
    const { ship } = this
    if (this.over || ship.flying) return false
    const next = this.planets[ship.planet.index + 1]
    const way = this.heading()
    const toNext = { along: next.along - ship.along, across: next.across - ship.across }
    const ahead = toNext.along * way.along + toNext.across * way.across
    const aside = Math.abs(toNext.along * way.across - toNext.across * way.along)
    return ahead > 0 && aside < next.orbit * 0.5
  }

  /**
   * Advances the game by a small, fixed time, so that it plays the same on every device.
   * @param {number} seconds
   */
  step(seconds) {
    this.keepBefore()
    if (this.over) return
    this.clock += seconds
    for (const planet of this.planets.slice(this.ship.planet.index)) this.placePlanet(planet)
    if (this.ship.flying) this.fly(this.ship.flying, seconds)
    else this.circle(seconds)
  }

  /** @param {number} seconds */
  circle(seconds) {
    const { ship } = this
    const { planet } = ship
    const turn = (planet.speed / ship.distance) * seconds
    ship.angle += turn * ship.spin
    ship.turned += turn
    ship.distance -= ((planet.orbit - planet.radius) / planet.patience) * seconds
    this.placeInOrbit()
    if (ship.distance <= planet.radius) this.end('burnt')
  }

  placeInOrbit() {
    const { ship } = this
    ship.along = ship.planet.along + Math.cos(ship.angle) * ship.distance
    ship.across = ship.planet.across + Math.sin(ship.angle) * ship.distance
  }

  /**
   * @param {Place} way
   * @param {number} seconds
   */
  fly(way, seconds) {
    const { ship } = this
    ship.along += way.along * LEAP_SPEED * seconds
    ship.across += way.across * LEAP_SPEED * seconds
    // Any planet ahead counts. Flying past one scores both.
    const reached = this.planets.find(
      (planet) =>
        planet.index > ship.planet.index &&
        Math.hypot(ship.along - planet.along, ship.across - planet.across) < planet.orbit,
    )
    if (reached) this.land(reached, way)
    else if (this.isOut()) this.end('lost')
  }

  isOut() {
    const { ship } = this
    const { index, along } = ship.planet
    return (
      Math.abs(ship.across) > HALF_BAND + 1.5 ||
      ship.along < along - 4 ||
      ship.along > this.planets[index + 2].along + 2
    )
  }

  /**
   * @param {Planet} planet
   * @param {Place} way the direction of the flight
   */
  land(planet, way) {
    const { ship } = this
    const passed = planet.index - ship.planet.index
    const points = passed + this.streak
    const away = { along: ship.along - planet.along, across: ship.across - planet.across }
    // The ship keeps the direction in which it already turns.
    const lean = away.along * way.across - away.across * way.along
    this.orbit(planet, Math.atan2(away.across, away.along), lean < 0 ? -1 : 1)
    this.score += points
    this.streak = Math.min(MAX_STREAK, this.streak + 1)
    while (this.planets.length < planet.index + 6) this.addPlanet()
    this.happen('land', points)
  }

  /** @param {'lost' | 'burnt'} how */
  end(how) {
    this.over = how
    this.happen('end')
  }

  /** Returns a lost ship to the full orbit of its last planet. The streak ends. */
  revive() {
    if (!this.over) return
    const { planet, angle, spin } = this.ship
    this.over = null
    this.streak = 0
    this.orbit(planet, angle, spin)
    this.placeInOrbit()
    this.keepBefore()
  }

  /** @param {GameEvent['kind']} kind */
  happen(kind, points = 0) {
    this.events.push({ kind, points, along: this.ship.along, across: this.ship.across })
  }

  /** What happened since the last call. */
  takeEvents() {
    return this.events.splice(0)
  }

  keepBefore() {
    this.ship.before = { along: this.ship.along, across: this.ship.across }
  }
}
