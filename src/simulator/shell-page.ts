import { escapeHtml } from '../local-server/html.js'
import { EDITION_META, REAL_RUN_META, TOKEN_META } from './messages.js'

/** The path on the shell's origin with the files of the built shell. */
export const SHELL_FILES_PATH = '/shell/'

export interface ShellPageOptions {
  /** The token that the page sends on the WebSocket. */
  readonly token: string
  /** Identifies the server that the page fits. Default: it fits every one. */
  readonly edition?: string
  /** The page's title: the name of the app or the folder. */
  readonly title: string
  /** Whether it is the page of a real run. */
  readonly real?: boolean
}

/** The page around the app. It has no inline scripts or styles, so that its policy can forbid them. */
export const renderShellPage = ({
  token,
  edition,
  title,
  real = false,
}: ShellPageOptions): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="${TOKEN_META}" content="${escapeHtml(token)}">
${edition === undefined ? '' : `<meta name="${EDITION_META}" content="${escapeHtml(edition)}">\n`}${real ? `<meta name="${REAL_RUN_META}" content="yes">\n` : ''}<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}${real ? '' : ' · miniapp'}</title>
<link rel="icon" href="${SHELL_FILES_PATH}icon.svg">
<link rel="stylesheet" href="${SHELL_FILES_PATH}shell.css">
<script type="module" src="${SHELL_FILES_PATH}shell.js"></script>
</head>
<body><noscript>The simulator's page needs JavaScript.</noscript></body>
</html>
`

/**
 * The Content-Security-Policy of the shell's page. `frame-src` allows only the bundle's origin, so that an app cannot
 * navigate its frame elsewhere. Nothing from an app can run or load in the shell.
 * @param bundleOrigin the origin that the bundle is served from
 */
export const shellPolicy = (bundleOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${bundleOrigin} data: blob:`,
    `media-src 'self' blob:`,
    // Some browsers do not treat the page's own WebSocket as 'self'. The manifest is read from the bundle.
    `connect-src 'self' ws: ${bundleOrigin}`,
    `frame-src ${bundleOrigin}`,
    "frame-ancestors 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
