import { renderUnicodeCompact } from 'uqr'

/** Cameras need a light margin of four squares; terminals have one of their own below and above. */
const MARGIN = 2

/**
 * A QR code for a terminal: two squares a character, light ones drawn, so that it is right on a dark ground.
 * @param colour whether the terminal takes colour: then the code has a ground of its own, on light terminals too
 */
export const qrCode = (text: string, colour: boolean): string =>
  renderUnicodeCompact(text, { border: MARGIN })
    .split('\n')
    .map((line) => (colour ? `\u001b[97;40m${line}\u001b[39;49m` : line))
    .join('\n')
