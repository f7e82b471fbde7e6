// The postcard: a picture with text below, on a canvas. The app shares the canvas.

/* exported Card -- other scripts of the page use it. */

const CARD_EDGE = 54
const PICTURE_PIXELS = 972
const PAPER = '#fffdf7'
const INK = '#2b2338'
const PLACE = ['#ffd9c2', '#e9c9f2', '#c5d6ff']
const LINE_PIXELS = 66
const MOST_LINES = 4
const WORDS_FONT = 'italic 500 46px Georgia, "Times New Roman", serif'

/**
 * Breaks a text into lines that fit. A word wider than a line is split.
 * @param {string} text
 * @param {number} width
 * @param {(line: string) => number} measure
 */
const breakLines = (text, width, measure) => {
  const lines = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/\s+/).filter((part) => part !== '')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (measure(longer) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      // By grapheme, so that no letter or emoji is split.
      for (const letter of word) {
        if (line !== '' && measure(line + letter) > width) {
          lines.push(line)
          line = ''
        }
        line += letter
      }
    }
    if (line !== '') lines.push(line)
  }
  return lines
}

/**
 * Whether a text is right-to-left, by its first letter with a direction.
 * @param {string} text
 */
const isRightToLeft = (text) =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)

class Card {
  /** @type {ImageBitmap | null} */
  picture = null
  text = ''

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('This browser cannot draw.')
    this.canvas = canvas
    this.pen = pen
    this.draw()
  }

  get isEmpty() {
    return this.picture === null && this.text.trim() === ''
  }

  /**
   * Shows the picture in a Blob. Rejects if it cannot be decoded, and leaves the card unchanged.
   * @param {Blob} blob
   */
  async setPicture(blob) {
    const picture = await createImageBitmap(blob)
    this.picture?.close()
    this.picture = picture
    this.draw()
  }

  /** @param {string} text */
  setText(text) {
    this.text = text
    this.draw()
  }

  draw() {
    const { pen, canvas } = this
    pen.fillStyle = PAPER
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.save()
    pen.beginPath()
    pen.roundRect(CARD_EDGE, CARD_EDGE, PICTURE_PIXELS, PICTURE_PIXELS, 24)
    pen.clip()
    if (this.picture === null) this.drawPlace()
    else this.drawPicture(this.picture)
    pen.restore()
    if (this.isEmpty) this.drawHint()
    else this.drawText()
  }

  /**
   * The centre of the picture, cropped to the square.
   * @param {ImageBitmap} picture
   */
  drawPicture(picture) {
    const { width, height } = picture
    const side = Math.min(width, height)
    const [left, top] = [(width - side) / 2, (height - side) / 2]
    const { pen } = this
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, left, top, side, side, CARD_EDGE, CARD_EDGE, PICTURE_PIXELS, PICTURE_PIXELS)
  }

  /** Where the picture will be. */
  drawPlace() {
    const { pen } = this
    const end = CARD_EDGE + PICTURE_PIXELS
    const ground = pen.createLinearGradient(CARD_EDGE, CARD_EDGE, end, end)
    for (const [index, colour] of PLACE.entries()) ground.addColorStop(index / 2, colour)
    pen.fillStyle = ground
    pen.fillRect(CARD_EDGE, CARD_EDGE, PICTURE_PIXELS, PICTURE_PIXELS)
    pen.fillStyle = 'rgba(255, 255, 255, 0.75)'
    pen.beginPath()
    pen.arc(740, 330, 92, 0, 2 * Math.PI)
    pen.fill()
    pen.fillStyle = 'rgba(90, 60, 140, 0.2)'
    pen.beginPath()
    pen.moveTo(0, end)
    pen.lineTo(380, 480)
    pen.lineTo(640, 830)
    pen.lineTo(790, 680)
    pen.lineTo(end + 100, end)
    pen.fill()
  }

  /** Shows where the text will be on an empty card, which cannot be shared. */
  drawHint() {
    const { pen, canvas } = this
    pen.fillStyle = 'rgba(43, 35, 56, 0.4)'
    pen.font = WORDS_FONT
    pen.textBaseline = 'middle'
    pen.textAlign = 'center'
    pen.direction = 'ltr'
    pen.fillText('Wish you were here…', canvas.width / 2, (CARD_EDGE + PICTURE_PIXELS + canvas.height) / 2)
  }

  drawText() {
    const { pen, canvas } = this
    const top = CARD_EDGE + PICTURE_PIXELS
    const width = PICTURE_PIXELS - 24
    pen.fillStyle = INK
    pen.font = WORDS_FONT
    pen.textBaseline = 'middle'
    pen.textAlign = 'center'
    pen.direction = isRightToLeft(this.text) ? 'rtl' : 'ltr'
    const lines = breakLines(this.text, width, (line) => pen.measureText(line).width)
    const shown = lines.slice(0, MOST_LINES)
    if (lines.length > MOST_LINES) shown[MOST_LINES - 1] += '…'
    const first = (top + canvas.height - (shown.length - 1) * LINE_PIXELS) / 2
    for (const [index, line] of shown.entries())
      pen.fillText(line, canvas.width / 2, first + index * LINE_PIXELS, width)
  }
}
