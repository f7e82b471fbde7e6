import { CALL_TABLE, METHODS } from '../../platform/calls/table.js'
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

/** The calls that must be made in a tap, as Markdown (4.1). */
const TAP_CALLS = METHODS.map((method) => CALL_TABLE[method]).flatMap(({ name, gesture }) => {
  if (gesture === 'no') return []
  return gesture === 'ask' ? [`\`${name}({ ask: true })\``] : [`\`${name}\``]
})

/** What differs between a project whose folder is the bundle, and one that Vite builds. */
const PLAIN = {
  what: `This folder is a mini app: HTML, CSS and JavaScript that a host page runs in a sandboxed frame, without an origin and
without network. It is uploaded as a zip with \`manifest.json\` at its root.`,
  paths: 'Paths are relative (`img/a.png`, never `/img/a.png`).',
  crossOrigin:
    'Pictures for a canvas, fonts that a script loads, module scripts, and stylesheets whose rules a script reads',
  sdk: `Load \`service-miniapp.js\` before all other scripts, and do not edit it. It defines \`window.Service\`. Its types are in
\`.vscode/service-miniapp.d.ts\`.`,
}

const BUILT: typeof PLAIN = {
  what: `This folder is the source of a mini app, which a host page runs in a sandboxed frame, without an origin and without
network. Vite builds \`index.html\`, \`src/\` and \`public/\` into \`dist/\`, and a zip of that is uploaded. The manifest and its
pictures are in \`public/\`. Never edit \`dist/\`. \`npm run dev\` shows the app in a simulator.`,
  paths: `Import files of \`src/\`: Vite writes their paths. Files of \`public/\` have relative paths in scripts (\`a.png\`, never
  \`/a.png\`).`,
  crossOrigin: 'Pictures for a canvas, and fonts that a script loads,',
  sdk: `\`window.Service\` is there when scripts run: the plugin \`miniapp/vite\` loads \`service-miniapp.js\` before all other scripts.
Do not load or import it yourself. Its types are \`miniapp/sdk\`, named in \`tsconfig.json\`.`,
}

/**
 * `AGENTS.md` of a new project: the platform's rules on one page, for coding assistants.
 * @param check the words that check the app
 * @param build the words that build it first, or null
 */
export const agentsFile = (check: string, build: string | null): string => {
  const parts = build === null ? PLAIN : BUILT
  return `# For coding assistants

${parts.what} Code that
breaks these rules is refused by the service, or fails at run time.

## Before you finish a task

\`\`\`sh
${
  build === null
    ? ''
    : `${build.padEnd(COMMAND_WIDTH)}   # writes the bundle that the other commands use
`
}${`npx ${check}`.padEnd(COMMAND_WIDTH)}   # every rule, with file, line and fix
${'npx miniapp test'.padEnd(COMMAND_WIDTH)}   # plays it in a browser and reports what users would hit
${'npx miniapp rules ID'.padEnd(COMMAND_WIDTH)}   # explains one rule
${'npx miniapp docs TOPIC'.padEnd(COMMAND_WIDTH)}   # a call, an error code or a limit of the SDK, with an example that runs
${'npx miniapp mcp'.padEnd(COMMAND_WIDTH)}   # these commands as Model Context Protocol tools, with a simulator to play in
\`\`\`

## What works, and what does not

- Works: canvas, WebGL, WebAssembly, Web Audio after the first tap, pointer, touch and keys, \`fetch\` of files in this
  bundle by relative path, \`data:\` and \`blob:\` URLs, workers from a \`blob:\` URL.
- Does not work: any request to another host; CDN scripts and fonts; \`localStorage\`, \`sessionStorage\`, cookies, IndexedDB;
  \`alert\`, \`confirm\`, \`prompt\`, \`window.open\`, navigation; workers by path; file inputs, clipboard, camera, location,
  fullscreen, pointer lock; \`<iframe>\`, \`<object>\`, \`<embed>\`, \`<base>\`, \`<meta http-equiv="refresh">\`.
- ${parts.paths} Names have letters, digits, \`_\`, \`-\` and \`.\`, do
  not start with a dot, and do not differ only in letter case.
- ${parts.crossOrigin} need
  \`crossorigin\`: the page has no origin, so its own files are cross-origin.
- At most ${megabytes(MAX_ZIP_BYTES)} zipped, ${megabytes(MAX_UNPACKED_BYTES)} unpacked, ${megabytes(MAX_FILE_BYTES)} per file, ${MAX_FILES.toLocaleString('en')} files.
- It must work from a width of ${FRAME_MIN_WIDTH_PIXELS} pixels, by touch, mouse and keyboard, light and dark.

## The SDK

${parts.sdk}
Every call except \`on\` and \`off\` returns a promise that can reject with a \`code\`: catch it, and keep the app running.
\`npx miniapp docs\` lists the reference, \`npx miniapp docs --all --format markdown\` prints all of it, and
\`npx miniapp docs shop\` (or \`ranking\`, \`match\`, \`saved-game\`) shows a complete example.

- \`Service.ready()\`: call it as soon as something is on screen, before you load storage or purchases.
- \`Service.storage\`: strings for this person, at most ${STORAGE_VALUE_MAX_CHARACTERS.toLocaleString('en')} characters, ${STORAGE_MAX_KEYS.toLocaleString('en')} keys, ${STORAGE_WRITES_PER_MINUTE} writes per minute.
- \`Service.db\`: records that all players can read, such as scores: at most ${RECORD_VALUE_MAX_BYTES.toLocaleString('en')} bytes, ${SHARED_WRITES_PER_MINUTE} writes per minute. Never messages.
- Call these only in a tap, click or key handler, before you await anything slow:
  ${TAP_CALLS.join(', ')}.
- Check first that a call is available: \`await Service.supports('share')\`, \`await Service.capability('ai.image')\`.
- Purchases: at the start call \`getPurchases\`. Credit each consumable that has no \`consumed_at\` and is not credited yet,
  save that in storage, then \`consume\` it. Do the same when \`pay\` resolves to \`paid\`. A crash must never credit twice.
- Never reward sharing or nag for it, never put a fake timer next to a payment, never let players write to each other.

## The manifest

Unknown fields are refused, including \`$schema\`. Raise \`version\` with every upload (\`npx miniapp pack --bump patch\`). Declare
what you use, and use what you declare: \`products\`, \`capabilities\`, \`requires\`.
`
}

const megabytes = (bytes: number): string => `${bytes / 1_048_576} MB`

const COMMAND_WIDTH = 'npx miniapp check --strict'.length
