// The picture of a result that the player can share: portrait, as stories are, on an opaque background.

/* exported drawPicture -- other scripts of the page use it. */

const PICTURE_WIDTH = 720
const PICTURE_HEIGHT = 1280

/**
 * Draws the result. It is fast enough that sharing still counts as part of the tap.
 * @param {Game} game
 * @param {ServiceMiniapp.Theme} theme
 * @param {string} title
 * @param {boolean} isComet
 */
const drawPicture = (game, theme, title, isComet) => {
  const canvas = document.createElement('canvas')
  const view = new View(canvas)
  view.setTheme(theme)
  view.isComet = isComet
  view.setSize(PICTURE_WIDTH, PICTURE_HEIGHT, 1)
  const { ship } = game
  view.camera = ship.planet.along + 1
  view.draw(game)
  view.drawShip({ along: ship.planet.along + ship.planet.orbit, across: ship.planet.across }, 0)

  const { pen } = view
  const middle = PICTURE_WIDTH / 2
  /** @type {(text: string, y: number, size: number, weight: number) => void} */
  const write = (text, y, size, weight) => {
    pen.font = font(weight, size)
    const width = pen.measureText(text).width
    pen.font = font(weight, Math.min(size, (size * PICTURE_WIDTH * 0.86) / width))
    pen.fillText(text, middle, y)
  }
  pen.textAlign = 'center'
  pen.fillStyle = view.colours.text
  write(title, 150, 72, 800)
  write(String(game.score), 400, 230, 800)
  write(game.score === 1 ? 'point' : 'points', 470, 48, 600)
  return canvas
}
