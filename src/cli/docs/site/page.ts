import { escapeHtml } from '../../../local-server/html.js'
import type { Heading } from './to-html.js'

export interface MenuGroup {
  readonly title: string
  /** Addresses are from the top of the site. */
  readonly links: readonly { readonly address: string; readonly text: string }[]
}

interface SitePage {
  readonly version: string
  /** From the top of the site. */
  readonly path: string
  readonly title: string
  readonly summary: string
  readonly html: string
  readonly headings: readonly Heading[]
  readonly menu: readonly MenuGroup[]
  readonly isTopic?: boolean
}

/** Only the site's own files are loaded, and no script of a text could run. */
export const SITE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"

/** So many headings are worth a list of their own. */
const FEWEST_HEADINGS = 3

/** A page of the site. Its links are relative, so that the site works in any folder of a host. */
export const sitePage = ({
  version,
  path,
  title,
  summary,
  html,
  headings,
  menu,
  isTopic = false,
}: SitePage): string => {
  const top = '../'.repeat(path.split('/').length - 1)
  const link = ({ address, text }: MenuGroup['links'][number]): string =>
    `<li><a href="${top}${escapeHtml(address)}"${address === path ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a></li>`
  const inside = headings.filter(({ depth }) => depth === 2)
  const contents =
    isTopic || inside.length < FEWEST_HEADINGS
      ? ''
      : `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${inside
          .map(({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`)
          .join('')}</ul></nav>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${SITE_POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${escapeHtml(summary)}">
<title>${escapeHtml(title)}${title === 'miniapp' ? '' : ' · miniapp'}</title>
<link rel="icon" href="${top}icon.svg">
<link rel="stylesheet" href="${top}docs.css">
<script type="module" src="${top}docs.js"></script>
</head>
<body data-top="${top}">
<a class="skip" href="#main">Skip to the text</a>
<header class="site-header">
<a class="brand" href="${top}index.html"><img src="${top}icon.svg" alt="" width="20" height="20"><strong>miniapp</strong> <span class="version muted">${escapeHtml(version)}</span></a>
<search class="site-search" hidden><input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false"><div class="found" hidden></div></search>
<a class="to-menu" href="#menu">Menu</a>
</header>
<div class="site">
<main id="main" class="${isTopic ? 'text topic' : path === 'index.html' ? 'text front' : 'text'}" tabindex="-1">
${html}</main>
${contents}
<nav id="menu" class="menu" aria-label="Documentation">
${menu
  .map(({ title: heading, links }) => `<h2>${escapeHtml(heading)}</h2>\n<ul>${links.map(link).join('')}</ul>`)
  .join('\n')}
</nav>
</div>
</body>
</html>
`
}
