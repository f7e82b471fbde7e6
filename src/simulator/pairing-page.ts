import { SHELL_FILES_PATH } from './shell-page.js'

/** The parameter of the shell's address that carries the pairing code. */
export const PAIR_PARAMETER = 'pair'

const FAULTS = {
  wrong: 'This code is not valid. Enter the one that the simulator shows now.',
  'too-many': 'Too many wrong codes. Wait a minute.',
  'no-seat': 'All seats are in use. Close the app on another phone, or remove a seat in the simulator.',
} as const

export type PairingFault = keyof typeof FAULTS

export interface PairingPageOptions {
  /** What is wrong; null before the first try. */
  readonly fault: PairingFault | null
  /** The seats in the URL, which the form keeps. */
  readonly seats: readonly number[]
}

/** The page for a browser on another machine without the pairing code. It says nothing about the app. */
export const renderPairingPage = ({ fault, seats }: PairingPageOptions): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Pairing code · miniapp</title>
<link rel="icon" href="${SHELL_FILES_PATH}icon.svg">
<link rel="stylesheet" href="${SHELL_FILES_PATH}shell.css">
</head>
<body>
<main class="pairing">
<img src="${SHELL_FILES_PATH}icon.svg" alt="" width="56" height="56">
<h1>Test a mini app on this device</h1>
<p>Scan the QR code in the simulator or its terminal, or enter the pairing code shown there.</p>
<form action="/" method="get">
${seats.map((seat) => `<input type="hidden" name="seat" value="${seat}">`).join('\n')}
<label for="pair">Pairing code</label>
<input class="host-input" id="pair" name="${PAIR_PARAMETER}" required autocomplete="off" autocapitalize="characters" spellcheck="false"${
  fault === null ? '' : ' aria-invalid="true" aria-describedby="fault"'
}>
${fault === null ? '' : `<p class="failure" id="fault" role="alert">${FAULTS[fault]}</p>`}
<button class="host-action">Open</button>
</form>
</main>
</body>
</html>
`

/** The Content-Security-Policy of that page, which has no scripts. */
export const PAIRING_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')
