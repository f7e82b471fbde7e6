/** Pictures drawn in a terminal, by the protocols that terminals have for that. */

export const PICTURE_PROTOCOLS = ['kitty', 'iterm', 'sixel'] as const

export type PictureProtocol = (typeof PICTURE_PROTOCOLS)[number]

/**
 * The protocol of the user's terminal, from its environment; null if it has none, or if that is not known. In
 * tmux and screen, pictures need a setting that cannot be seen.
 */
export const pictureProtocol = (
  environment: Readonly<Record<string, string | undefined>>,
): PictureProtocol | null => {
  const term = environment['TERM'] ?? ''
  const program = environment['TERM_PROGRAM'] ?? ''
  const isSet = (name: string): boolean => (environment[name] ?? '') !== ''
  if (isSet('TMUX') || isSet('STY') || term === 'dumb' || program === 'tmux') return null
  if (isSet('KITTY_WINDOW_ID') || ['xterm-kitty', 'xterm-ghostty'].includes(term) || program === 'ghostty')
    return 'kitty'
  if (program === 'iTerm.app' || program === 'WezTerm') return 'iterm'
  if (/^(?:foot|mlterm|contour)\b/.test(term)) return 'sixel'
  return null
}

/** Longer payloads are split (kitty's protocol). */
const KITTY_CHUNK_CHARACTERS = 4_096
const ESCAPE = '\u001b'

/** A PNG by kitty's graphics protocol, at the cursor. */
export const kittyPicture = (png: Uint8Array): string => {
  const data = Buffer.from(png).toString('base64')
  let text = ''
  for (let at = 0; at < data.length; at += KITTY_CHUNK_CHARACTERS) {
    const more = at + KITTY_CHUNK_CHARACTERS < data.length ? 1 : 0
    // Displays a PNG; the terminal answers nothing.
    const keys = at === 0 ? `a=T,f=100,q=2,m=${more}` : `m=${more}`
    text += `${ESCAPE}_G${keys};${data.slice(at, at + KITTY_CHUNK_CHARACTERS)}${ESCAPE}\\`
  }
  return text
}

/** A PNG by iTerm2's protocol, at the cursor. */
export const itermPicture = (png: Uint8Array): string =>
  `${ESCAPE}]1337;File=inline=1;size=${png.byteLength}:${Buffer.from(png).toString('base64')}\u0007`

/** Levels of red, green and blue in the palette of a sixel picture: 6 × 7 × 6 are fewer than 256 colours. */
const LEVELS = [6, 7, 6] as const
/** Rows of a sixel band. */
const BAND_ROWS = 6
const FIRST_SIXEL = 0x3f
/** Ordered dithering, 4 × 4 (Bayer): hides that there are few colours. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/**
 * A picture as sixels, at the cursor.
 * @param pixels three bytes each, red, green and blue, row by row
 */
export const sixelPicture = (pixels: Uint8Array, width: number, height: number): string => {
  const colours = Uint8Array.from({ length: width * height }, (_, at) =>
    colourOf(pixels, at, BAYER[(Math.floor(at / width) % 4) * 4 + ((at % width) % 4)] ?? 0),
  )
  let text = `${ESCAPE}Pq"1;1;${width};${height}`
  for (const colour of new Set(colours)) text += `#${colour};2;${percentagesOf(colour).join(';')}`
  for (let top = 0; top < height; top += BAND_ROWS) {
    const band = colours.subarray(top * width, (top + BAND_ROWS) * width)
    for (const colour of new Set(band)) text += `#${colour}${sixelRow(band, colour, width)}$`
    text += '-'
  }
  return `${text}${ESCAPE}\\`
}

/** The palette index of a pixel. */
const colourOf = (pixels: Uint8Array, at: number, threshold: number): number => {
  const [red, green, blue] = LEVELS.map((levels, channel) => {
    const exact = ((pixels[at * 3 + channel] ?? 0) / 255) * (levels - 1)
    return Math.min(levels - 1, Math.floor(exact + (threshold + 0.5) / BAYER.length))
  })
  return ((red ?? 0) * LEVELS[1] + (green ?? 0)) * LEVELS[2] + (blue ?? 0)
}

const percentagesOf = (colour: number): readonly number[] => [
  Math.round((Math.floor(colour / LEVELS[2] / LEVELS[1]) / (LEVELS[0] - 1)) * 100),
  Math.round(((Math.floor(colour / LEVELS[2]) % LEVELS[1]) / (LEVELS[1] - 1)) * 100),
  Math.round(((colour % LEVELS[2]) / (LEVELS[2] - 1)) * 100),
]

/** One colour of a band, with repetitions shortened. */
const sixelRow = (band: Uint8Array, colour: number, width: number): string => {
  let row = ''
  let repeated = ''
  let count = 0
  const flush = (): void => {
    row += count > 3 ? `!${count}${repeated}` : repeated.repeat(count)
  }
  for (let x = 0; x < width; x++) {
    let bits = 0
    for (let y = 0; y < BAND_ROWS; y++) if (band[y * width + x] === colour) bits |= 1 << y
    const sixel = String.fromCharCode(FIRST_SIXEL + bits)
    if (sixel !== repeated) {
      flush()
      repeated = sixel
      count = 0
    }
    count += 1
  }
  flush()
  return row
}
