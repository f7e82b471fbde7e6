import type { Edit } from '../edits.js'
import type { Engine, Recognized } from './engine.js'
import { allBesidePage, type GameExport, twoOf } from './game-export.js'

/**
 * Web builds of Flutter: `flutter_bootstrap.js` or `flutter.js`, `main.dart.js`, `assets/` with `FontManifest.json`, and
 * `canvaskit/`, which is in the folder and still loaded from a network unless the build says otherwise. Source:
 * docs.flutter.dev, "Building a web application", "Web renderers" and "Flutter web app initialization".
 */
export const flutter: Engine = {
  title: 'Flutter',
  recognize: (game) => {
    const isFlutter = twoOf(
      game.has(/^flutter(?:_bootstrap)?\.js$/),
      game.has(/^main\.dart\.(?:js|mjs|wasm)$/),
      game.has(/^assets\/FontManifest\.json$/),
      () => game.says(/\b_flutter\s*\.\s*(?:loader|buildConfig)\b/),
    )
    if (!isFlutter) return null
    const hasSkwasm = /"renderer":"skwasm"/.test(buildOf(game))
    // Since Flutter 3.29, it runs in one thread where the page has no others; before, such a page gets another renderer.
    const drawsWithoutThreads = game.says(/\bskwasmSingleThreaded\b/)
    const needsThreads =
      hasSkwasm && !drawsWithoutThreads && !/"renderer":"(?:canvaskit|html|auto)"/.test(buildOf(game))
    const obstacle = obstacleOf(game)
    return {
      name: 'Flutter web build',
      complete: true,
      loads: allBesidePage(game),
      fetches: (path) => path.endsWith('.wasm'),
      // `skwasm.wasm` is in every build, and shares its memory also where it is not loaded.
      threads: needsThreads,
      leaves: game.leaving(
        hasSkwasm && (drawsWithoutThreads || needsThreads)
          ? /\.symbols$/
          : /\.symbols$|(?:^|\/)skwasm(?:_heavy)?\.(?:js|wasm|worker\.js)$/,
        'the game never loads it',
      ),
      withoutThreads: 'build it without --wasm',
      smaller: 'build it with --wasm off and without the fonts and pictures that it does not show',
      ...(isEither(game) && !(isLocal(game) && hasFont(game))
        ? { setting: DRAWN_BY_HTML }
        : fromFolder(game)),
      ...(obstacle === null ? {} : { obstacle }),
    }
  },
}

/** Whether the build has both renderers, as those before Flutter 3.24 have, and its page chooses none. */
const isEither = (game: GameExport): boolean =>
  game.named(/^main\.dart\.js$/).some((path) => /\bflutterWebRenderer\b/.test(game.text(path))) &&
  !game.scripts.some(({ path, text }) => path === null && /\bflutterWebRenderer\b|\brenderer\s*:/.test(text))

const DRAWN_BY_HTML = {
  script: "window.flutterWebRenderer = 'html'",
  why: 'makes Flutter draw with HTML, since the other renderer and its fonts come from the network',
}

/** What has the build load the CanvasKit of its folder, where every build has it; nothing where it does so, or cannot. */
const fromFolder = (game: GameExport): Pick<Recognized, 'edits' | 'setting'> => {
  if (!game.has(/^canvaskit\/canvaskit\.js$/) || !game.has(/^canvaskit\/canvaskit\.wasm$/)) return {}
  if (game.scripts.some(({ text }) => ownCanvasKit(text).length > 0)) return { edits: ownCanvasKit }
  const isConfigurable = ({ path, text }: GameExport['scripts'][number]): boolean =>
    path !== null && CDN.test(text) && /\bflutterConfiguration\b/.test(text)
  const isTold = game.scripts.some(({ path, text }) => path === null && /\bflutterConfiguration\b/.test(text))
  return game.scripts.some(isConfigurable) && !isTold ? { setting: FROM_FOLDER } : {}
}

/** Where builds load CanvasKit from, unless they say otherwise: the second, before Flutter 3.7. */
const CDN = /gstatic\.com\/flutter-canvaskit|unpkg\.com\/canvaskit-wasm/

const FROM_FOLDER = {
  script: "window.flutterConfiguration = { canvasKitBaseUrl: 'canvaskit/' }",
  why: 'makes Flutter load CanvasKit from the folder, since a mini app has no network',
}

/** The edit that has the loader take the CanvasKit of the folder, where nothing else is configured. */
const ownCanvasKit = (script: string): readonly Edit[] => {
  const call = /(?<![\w$.])_flutter\s*\.\s*loader\s*\.\s*load\s*\(\s*(?=(\)|\{))/.exec(script)
  if (call === null || /\bconfig\s*:|canvasKitBaseUrl["']?\s*:/.test(script.slice(call.index))) return []
  const at = call.index + call[0].length
  return [
    {
      start: at,
      end: call[1] === '{' ? at + 1 : at,
      text: call[1] === '{' ? `{${OWN_CANVASKIT}, ` : `{${OWN_CANVASKIT}}`,
      change: {
        kind: 'address',
        from: 'https://www.gstatic.com/flutter-canvaskit/',
        to: 'canvaskit/',
        why: 'a mini app has no network, and the build has the same files',
      },
    },
  ]
}

const OWN_CANVASKIT = "config: { canvasKitBaseUrl: 'canvaskit/' }"

/** What the build says of itself, in the page or in `flutter_bootstrap.js`. */
const buildOf = (game: GameExport): string =>
  game.said(/\b_flutter\s*\.\s*buildConfig\s*=\s*(\{[^\n]*\})/) ?? ''

/** Whether nothing is drawn with a CanvasKit of a network. */
const isLocal = (game: GameExport): boolean =>
  isHtml(game) ||
  Object.keys(fromFolder(game)).length > 0 ||
  /"useLocalCanvasKit"\s*:\s*true/.test(buildOf(game)) ||
  game.says(/canvasKitBaseUrl["']?\s*[:=]\s*["'](?!https?:|\/\/)/) ||
  !game.says(CDN)

const isHtml = (game: GameExport): boolean =>
  /"renderer":"html"/.test(buildOf(game)) && !/"renderer":"(?:canvaskit|auto|skwasm)"/.test(buildOf(game))

/** What the build loads from a network: the engine that draws, and the font of all texts. */
const obstacleOf = (game: GameExport): NonNullable<Recognized['obstacle']> | null => {
  if (isEither(game)) return null
  const file = game.named(/^flutter(?:_bootstrap)?\.js$/)[0] ?? game.entry
  if (!isLocal(game)) {
    const isOld = !game.says(/gstatic\.com\/flutter-canvaskit/)
    return {
      file: isOld ? (game.named(/^main\.dart\.js$/)[0] ?? file) : file,
      words: `loads CanvasKit from ${isOld ? 'unpkg.com' : 'www.gstatic.com'}${hasFont(game) ? '' : ' and its fonts from fonts.gstatic.com'}, and a mini app has no network`,
      advice: `build it with ${isOld ? 'a newer Flutter and ' : ''}flutter build web --no-web-resources-cdn${hasFont(game) ? '' : `, and ${ADD_FONT}`}`,
    }
  }
  // Where the app brings another font, its texts may name it.
  if (isHtml(game) || familiesOf(game).some((family) => !/icon/i.test(family))) return null
  return {
    file: game.named(/^assets\/FontManifest\.json$/)[0] ?? file,
    words:
      'has no font for texts, which Flutter then loads from fonts.gstatic.com, and a mini app has no network',
    advice: `${ADD_FONT}, and build it again`,
  }
}

const ADD_FONT = 'add the font Roboto under fonts: in pubspec.yaml'

/** Whether the app brings the font that Flutter draws all texts with which name no other. */
const hasFont = (game: GameExport): boolean => familiesOf(game).includes('Roboto')

const familiesOf = (game: GameExport): readonly string[] =>
  game
    .named(/^assets\/FontManifest\.json$/)
    .flatMap((path) => [...game.text(path).matchAll(/"family"\s*:\s*"([^"]*)"/g)])
    .map(([, family = '']) => family)
