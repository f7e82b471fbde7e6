import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reference, Topic } from '../../docs/topic.js'
import { shellFolder } from '../../simulator/shell-page.js'

/** The reference as one HTML page that needs nothing else. */
export interface DocsPage {
  readonly html: string
  /** Its Content-Security-Policy: only its own script and styles run, and nothing is loaded. */
  readonly policy: string
}

/** @param topic the topic that the page shows where its address names none */
export const docsPage = async (reference: Reference, topic: Topic | null): Promise<DocsPage> => {
  const [script, style] = await Promise.all(
    ['docs-page.js', 'docs-page.css'].map((name) => readFile(join(shellFolder(), name), 'utf8')),
  )
  return assemblePage(reference, topic, { script: script ?? '', style: style ?? '' })
}

/** Puts the page together. The build escapes end tags in the script. */
export const assemblePage = (
  reference: Reference,
  topic: Topic | null,
  { script, style }: { readonly script: string; readonly style: string },
): DocsPage => {
  const policy = `default-src 'none'; img-src data:; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>SDK reference · miniapp</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body${topic === null ? '' : ` data-topic="${escaped(topic.id)}"`}>
<noscript>This page needs JavaScript. Without it, use the command miniapp docs.</noscript>
<script type="application/json" id="reference">${JSON.stringify(reference).replaceAll('<', '\\u003c')}</script>
<script type="module">${script}</script>
</body>
</html>
`
  return { html, policy }
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
