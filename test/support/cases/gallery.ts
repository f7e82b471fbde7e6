/** One game of `fixtures/adopt`, made for one kind of trouble. */
export interface GalleryGame {
  /** Its folder in `fixtures/adopt`. */
  readonly folder: string
  /** The page that is opened, in the folder. */
  readonly entry: string
  /** What the game does that the sandbox takes away, or the platform refuses. */
  readonly does: string
  /** What becomes of it without changes: as the simulator's log has it, as `check` refuses it, or in silence. */
  readonly unchanged: { readonly logged: RegExp } | { readonly refused: string } | 'silent'
  /** How it ends. */
  readonly ends: string
  /** The game goes on with a click, and its picture with it. */
  readonly click?: true
  /** What the click changes is there again when the page is opened next. */
  readonly saves?: true
}

/** The games that are brought, played and compared. */
export const GALLERY = [
  {
    folder: 'high-score',
    entry: 'index.html',
    does: '`localStorage` before the first frame',
    unchanged: { logged: /localStorage/ },
    ends: 'runs; scores are kept in `Service.storage`',
    click: true,
    saves: true,
  },
  {
    folder: 'cookie-settings',
    entry: 'index.html',
    does: '`document.cookie`',
    unchanged: { logged: /cookie/ },
    ends: 'runs; cookies are kept in `Service.storage`',
    click: true,
    saves: true,
  },
  {
    folder: 'session-level',
    entry: 'index.html',
    does: '`sessionStorage`',
    unchanged: { logged: /sessionStorage/ },
    ends: 'runs; values last until the app closes',
  },
  {
    folder: 'database',
    entry: 'index.html',
    does: '`indexedDB`',
    unchanged: { logged: /IDBFactory|indexedDB/ },
    ends: 'runs; databases are kept in `Service.storage`',
    click: true,
    saves: true,
  },
  {
    folder: 'gamepads',
    entry: 'index.html',
    does: '`navigator.getGamepads` in every frame',
    unchanged: { logged: /getGamepads/ },
    ends: 'runs; there are no gamepads',
  },
  {
    folder: 'dialogs',
    entry: 'index.html',
    does: '`alert`, `confirm`, `prompt`',
    unchanged: 'silent',
    ends: 'runs; `confirm` and `prompt` answer as if OK was pressed',
  },
  {
    folder: 'new-window',
    entry: 'index.html',
    does: '`window.open`',
    unchanged: { logged: /focus/ },
    ends: 'runs; the window is closed from the start',
    click: true,
  },
  {
    folder: 'big-screen',
    entry: 'index.html',
    does: 'fullscreen and `screen.orientation.lock`',
    unchanged: 'silent',
    ends: 'runs in the frame',
    click: true,
  },
  {
    folder: 'service-worker',
    entry: 'index.html',
    does: 'a service worker',
    unchanged: { logged: /[sS]ervice ?[wW]orker/ },
    ends: 'runs; nothing is registered',
  },
  {
    folder: 'worker',
    entry: 'index.html',
    does: 'a worker by its path, with `importScripts`',
    unchanged: { logged: /worker/i },
    ends: 'runs; the worker starts from a `blob:` URL',
  },
  {
    folder: 'webgl-texture',
    entry: 'index.html',
    does: 'a WebGL texture of a picture without `crossorigin`',
    unchanged: { logged: /texImage2D/ },
    ends: 'runs',
  },
  {
    folder: 'read-pixels',
    entry: 'index.html',
    does: '`getImageData` of a picture without `crossorigin`',
    unchanged: { logged: /getImageData/ },
    ends: 'runs',
  },
  {
    folder: 'renamed-files',
    entry: 'index.html',
    does: 'files that must be renamed, under names that a script composes, and sounds by `XMLHttpRequest`',
    unchanged: { refused: 'bundle/path-characters' },
    ends: 'runs; the shim finds the files',
  },
  {
    folder: 'data-files',
    entry: 'index.html',
    does: 'data under extensions that the platform does not serve',
    unchanged: { logged: /level1\.tmx/ },
    ends: 'runs; the shim finds the files, which get `.txt` appended',
  },
  {
    folder: 'old-names',
    entry: 'Index.HTM',
    does: 'an old encoding, and extensions in upper case',
    unchanged: { refused: 'content/not-utf8' },
    ends: 'runs; texts are UTF-8',
  },
  {
    folder: 'modules',
    entry: 'index.html',
    does: 'modules from the root of the site, and `import()` of a renamed file',
    unchanged: { logged: /main\.js/ },
    ends: 'runs',
  },
  {
    folder: 'amd',
    entry: 'index.html',
    does: 'an AMD loader that composes the addresses of scripts',
    unchanged: { logged: /loader\.js/ },
    ends: 'runs',
  },
  {
    folder: 'written-scripts',
    entry: 'index.html',
    does: 'scripts by `document.write`',
    unchanged: { logged: /ball\.js/ },
    ends: 'runs',
  },
  {
    folder: 'base-folder',
    entry: 'play/index.html',
    does: 'a page in a sub-folder with a `<base>`',
    unchanged: { logged: /game\.js/ },
    ends: 'runs; addresses lead to the same files without it',
  },
  {
    folder: 'styles',
    entry: 'index.html',
    does: 'pictures in CSS, in styles that a script sets, and in `srcset`',
    unchanged: { logged: /game\.(?:css|js)/ },
    ends: 'runs',
  },
  {
    folder: 'wasm',
    entry: 'index.html',
    does: 'WebAssembly from the root of the site',
    unchanged: { logged: /terrain\.wasm/ },
    ends: 'runs',
  },
  {
    folder: 'tracker',
    entry: 'index.html',
    does: 'a tracker first in the page',
    unchanged: { refused: 'html/remote-url' },
    ends: 'runs without the tracker',
  },
] as const satisfies readonly GalleryGame[]

/** The table of `src/adopt/README.md`. */
export const galleryTable = (): string => {
  const cells = (game: GalleryGame): readonly string[] => [game.does, fate(game.unchanged), game.ends]
  return [
    ['The game uses', 'Without changes', 'After `init --from`'],
    ['---', '---', '---'],
    ...GALLERY.map(cells),
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

const fate = (unchanged: GalleryGame['unchanged']): string => {
  if (unchanged === 'silent') return 'stops, without an error'
  return 'refused' in unchanged ? `refused: \`${unchanged.refused}\`` : 'breaks'
}
