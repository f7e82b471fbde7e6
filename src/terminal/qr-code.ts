import { renderUnicodeCompact } from 'uqr'

/** Cameras need a light margin of four squares; terminal lines add some above and below. */
const MARGIN = 2

/**
 * A QR code for a terminal: two squares per character, with light squares drawn, so that it works on a dark
 * background.
 * @param colour whether the terminal supports colour; if so, the code has its own background and works on
 *   light terminals too
 */
export const qrCode = (text: string, colour: boolean): string =>
  renderUnicodeCompact(text, { border: MARGIN })
    .split('\n')
    .map((line) => (colour ? `\u001b[97;40m${line}\u001b[39;49m` : line))
    .join('\n')
