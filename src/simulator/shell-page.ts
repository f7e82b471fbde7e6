import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TOKEN_META } from './messages.js'

/** The path on the shell's origin under which the files of `shellFolder()` are served. */
export const SHELL_FILES_PATH = '/shell/'

/** The folder with the built shell (shell.js, shell.css, icon.svg), seen from a built chunk as well as from the source. */
export const shellFolder = (): string => {
  const top = dirname(dirname(fileURLToPath(import.meta.url)))
  return basename(top) === 'src' ? join(top, '..', 'dist', 'shell') : join(top, 'shell')
}

export interface ShellPageOptions {
  /** What the page proves itself with on the WebSocket. */
  readonly token: string
  /** The page's title: the app's name, or the folder's. */
  readonly title: string
}

/** The page around the app. It holds no inline script or style, so that its own policy can forbid them. */
export const renderShellPage = ({ token, title }: ShellPageOptions): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="${TOKEN_META}" content="${escapeHtml(token)}">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)} · miniapp</title>
<link rel="icon" href="${SHELL_FILES_PATH}icon.svg">
<link rel="stylesheet" href="${SHELL_FILES_PATH}shell.css">
<script type="module" src="${SHELL_FILES_PATH}shell.js"></script>
</head>
<body><noscript>The simulator's page needs JavaScript.</noscript></body>
</html>
`

/**
 * The Content-Security-Policy of the shell's page. `frame-src` names the bundle's origin alone, so that an app cannot
 * navigate its frame to anywhere else; nothing written by an app can run or load in the shell.
 * @param bundleOrigin the origin that the bundle is served from
 */
export const shellPolicy = (bundleOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${bundleOrigin} data: blob:`,
    `media-src 'self' blob:`,
    // Some browsers do not count the page's own WebSocket as 'self'. The manifest is read from the bundle.
    `connect-src 'self' ws: ${bundleOrigin}`,
    `frame-src ${bundleOrigin}`,
    "frame-ancestors 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found)
