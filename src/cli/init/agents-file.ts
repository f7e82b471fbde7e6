import {
  FRAME_MIN_WIDTH_PIXELS,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_UNPACKED_BYTES,
  MAX_ZIP_BYTES,
  RECORD_VALUE_MAX_BYTES,
  SHARED_WRITES_PER_MINUTE,
  STORAGE_MAX_KEYS,
  STORAGE_VALUE_MAX_CHARACTERS,
  STORAGE_WRITES_PER_MINUTE,
} from '../../platform/limits.js'

/**
 * `AGENTS.md` of a new project: the platform's rules in a page, for an assistant that writes code in it.
 * @param check the words that check the app
 * @param build the words that build it first, or null
 */
export const agentsFile = (
  check: string,
  build: string | null,
): string => `# For assistants that write code here

This folder is a mini app: HTML, CSS and JavaScript that a host page runs in a sandboxed frame, without an origin and
without any network. It is uploaded as a zip with \`manifest.json\` at its root. These rules are not opinions: what
breaks them is refused at upload or fails when it runs.

## Before you say that something is done

\`\`\`sh
${
  build === null
    ? ''
    : `${build.padEnd(COMMAND_WIDTH)}   # the bundle is what this writes; the other commands look at nothing else
`
}${`npx ${check}`.padEnd(COMMAND_WIDTH)}   # every rule of an upload, with file, line and remedy
${'npx miniapp test'.padEnd(COMMAND_WIDTH)}   # runs it in a browser, and tells what people would meet
${'npx miniapp rules ID'.padEnd(COMMAND_WIDTH)}   # explains one rule
\`\`\`

## What works, and what does not

- Works: canvas, WebGL, WebAssembly, Web Audio after the first tap, pointer, touch and keys, \`fetch\` of files in this
  folder by relative path, \`data:\` and \`blob:\` URLs, workers from a \`blob:\` URL.
- Does not: any request to another host; CDN scripts and fonts; \`localStorage\`, \`sessionStorage\`, cookies, IndexedDB;
  \`alert\`, \`confirm\`, \`prompt\`, \`window.open\`, navigation; workers by path; file inputs, clipboard, camera, location,
  fullscreen, pointer lock; \`<iframe>\`, \`<object>\`, \`<embed>\`, \`<base>\`, \`<meta http-equiv="refresh">\`.
- Paths are relative (\`img/a.png\`, never \`/img/a.png\`). Names have letters, digits, \`_\`, \`-\` and \`.\`, start with no dot,
  and no two differ in letter case alone.
- Pictures that go on a canvas, fonts by script and module scripts need \`crossorigin\`: the page has no origin, so its own
  files count as foreign.
- At most ${megabytes(MAX_ZIP_BYTES)} zipped, ${megabytes(MAX_UNPACKED_BYTES)} unpacked, ${megabytes(MAX_FILE_BYTES)} a file, ${MAX_FILES.toLocaleString('en')} files.
- It must work from ${FRAME_MIN_WIDTH_PIXELS} pixels of width, by touch, mouse and keyboard, light and dark.

## The SDK

\`service-miniapp.js\` is loaded before all other scripts and is not edited. It defines \`window.Service\`; its types are in
\`.vscode/service-miniapp.d.ts\`. Every call but \`on\` and \`off\` returns a promise that can be rejected with a \`code\`:
catch it, and let the app go on.

- \`Service.ready()\`: as soon as something is on screen, before storage or purchases are loaded.
- \`Service.storage\`: texts for this person, at most ${STORAGE_VALUE_MAX_CHARACTERS.toLocaleString('en')} characters, ${STORAGE_MAX_KEYS.toLocaleString('en')} keys, ${STORAGE_WRITES_PER_MINUTE} writes a minute.
- \`Service.db\`: records that all players can read: scores, at most ${RECORD_VALUE_MAX_BYTES.toLocaleString('en')} bytes, ${SHARED_WRITES_PER_MINUTE} writes a minute. Never messages.
- Only in a tap, click or key handler, before anything slow is awaited: \`pay\`, \`share\`, \`pickImage\`, \`pickVideo\`,
  \`getNickname({ ask: true })\`, \`multiplayer.host\`, \`multiplayer.join\`, \`ai.image.generate\`, \`ai.audio.generate\`.
- Ask first whether a call is there: \`await Service.supports('share')\`, \`await Service.capability('ai.image')\`.
- Purchases: at the start call \`getPurchases\`; credit each consumable that has no \`consumed_at\` and is not credited yet,
  save that in storage, then \`consume\` it. Do the same after \`pay\` answers \`paid\`. A crash must never credit twice.
- Never reward or nag for sharing, never fake a timer at a payment, never let players write to each other.

## The manifest

Unknown fields are refused, \`$schema\` too. \`version\` rises with every upload (\`npx miniapp pack --bump patch\`). What is
declared is used, and what is used is declared: \`products\`, \`capabilities\`, \`requires\`.
`

const megabytes = (bytes: number): string => `${bytes / 1_048_576} MB`

const COMMAND_WIDTH = 'npx miniapp check --strict'.length
