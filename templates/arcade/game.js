// The rules of the game, without drawing, input or a clock. The owner of a Game calls step() at a
// steady pace and leap() when the player wants to go.
//
// The sky is an endless band. `along` is the distance, `across` is the side, from -5 to 5. The view
// turns the band to fit the screen, upward on a phone held upright, to the right on a wide one.

const HALF_BAND = 5
const LEAP_SPEED = 10
const MAX_STREAK = 5
const FULL_TURN = 2 * Math.PI

const mix = (from, to, share) => from + (to - from) * share

/** How hard the game is at a planet: 0 at the first, close to 1 far out. */
const hardness = (index) => 1 - Math.exp(-index / 20)

class Game {
  constructor() {
    this.reset()
  }

  reset() {
    this.clock = 0
    this.score = 0
    this.streak = 0
    this.over = null // how it ended: 'lost' or 'burnt'; null while it runs
    this.events = [] // what happened since the last takeEvents(): { kind, along, across, points? }
    this.planets = []
    while (this.planets.length < 6) this.addPlanet()
    const [home] = this.planets
    this.ship = { along: 0, across: 0, before: { along: 0, across: 0 } }
    this.orbit(home, 0, 1, home.orbit)
    this.placeInOrbit()
    this.keepBefore()
  }

  addPlanet() {
    const index = this.planets.length
    const last = this.planets[index - 1]
    const hard = hardness(index)
    const orbit = mix(1.75, 1.2, hard)
    const reach = HALF_BAND - orbit - 0.3
    // A random step to the side, small enough that a leap never needs luck.
    const side = last ? last.middle + mix(-3.4, 3.4, Math.random()) : 0
    this.planets.push({
      index,
      orbit,
      radius: orbit * 0.45,
      along: last ? last.along + mix(4.1, 5.2, hard) : 0,
      middle: Math.max(-reach, Math.min(reach, side)),
      across: 0,
      // Farther out, some planets sway.
      sway: index > 10 && index % 3 === 0 ? 0.9 : 0,
      speed: mix(3.4, 4.8, hard),
      patience: mix(9, 4.5, hard), // seconds until an orbit has shrunk to the ground
    })
    this.placePlanet(this.planets[index])
  }

  placePlanet(planet) {
    planet.across = planet.middle + planet.sway * Math.sin(this.clock * 1.2 + planet.index)
  }

  orbit(planet, angle, spin, distance) {
    Object.assign(this.ship, { planet, angle, spin, distance, turned: 0, flying: null })
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

  /** Advances the game by a small, fixed time, so that it plays the same on every device. */
  step(seconds) {
    this.keepBefore()
    if (this.over) return
    this.clock += seconds
    for (const planet of this.planets.slice(this.ship.planet.index)) this.placePlanet(planet)
    if (this.ship.flying) this.fly(seconds)
    else this.circle(seconds)
  }

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

  fly(seconds) {
    const { ship } = this
    ship.along += ship.flying.along * LEAP_SPEED * seconds
    ship.across += ship.flying.across * LEAP_SPEED * seconds
    // Any planet ahead counts. Flying past one scores both.
    const reached = this.planets.find(
      (planet) =>
        planet.index > ship.planet.index &&
        Math.hypot(ship.along - planet.along, ship.across - planet.across) < planet.orbit,
    )
    if (reached) this.land(reached)
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

  land(planet) {
    const { ship } = this
    const passed = planet.index - ship.planet.index
    const points = passed + this.streak
    const away = { along: ship.along - planet.along, across: ship.across - planet.across }
    // The ship keeps the direction in which it already turns.
    const lean = away.along * ship.flying.across - away.across * ship.flying.along
    this.orbit(planet, Math.atan2(away.across, away.along), lean < 0 ? -1 : 1, planet.orbit)
    this.score += points
    this.streak = Math.min(MAX_STREAK, this.streak + 1)
    while (this.planets.length < planet.index + 6) this.addPlanet()
    this.happen('land', points)
  }

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
    this.orbit(planet, angle, spin, planet.orbit)
    this.placeInOrbit()
    this.keepBefore()
  }

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
