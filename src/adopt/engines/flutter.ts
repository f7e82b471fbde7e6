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
    const needsThreads =
      /"renderer":"skwasm"/.test(buildOf(game)) && !/"renderer":"(?:canvaskit|html|auto)"/.test(buildOf(game))
    const obstacle = obstacleOf(game)
    return {
      name: 'Flutter web build',
      complete: true,
      loads: allBesidePage(game),
      fetches: (path) => path.endsWith('.wasm'),
      // `skwasm.wasm` is in every build, and is loaded only where the page has threads.
      threads: needsThreads,
      leaves: game.leaving(
        needsThreads ? /\.symbols$/ : /\.symbols$|(?:^|\/)skwasm(?:_heavy)?\.(?:js|wasm|worker\.js)$/,
        'no player loads it',
      ),
      withoutThreads: 'build it without --wasm',
      smaller: 'build it with --wasm off and without the fonts and pictures that it does not show',
      ...(isEither(game) ? { setting: DRAWN_BY_HTML } : isAtHand(game) ? { edits: ownCanvasKit } : {}),
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
  why: 'has HTML draw the app, since the other renderer and its fonts come from a network',
}

/** Whether the CanvasKit of the build is in the folder, as every build has it. */
const isAtHand = (game: GameExport): boolean =>
  game.has(/^canvaskit\/canvaskit\.js$/) &&
  game.has(/^canvaskit\/canvaskit\.wasm$/) &&
  game.scripts.some(({ text }) => ownCanvasKit(text).length > 0)

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

/** What the build loads from a network: the engine that draws, and the font of all texts. */
const obstacleOf = (game: GameExport): NonNullable<Recognized['obstacle']> | null => {
  if (isEither(game)) return null
  const file = game.named(/^flutter(?:_bootstrap)?\.js$/)[0] ?? game.entry
  const isHtml =
    /"renderer":"html"/.test(buildOf(game)) && !/"renderer":"(?:canvaskit|auto)"/.test(buildOf(game))
  const isLocal =
    isHtml ||
    isAtHand(game) ||
    /"useLocalCanvasKit"\s*:\s*true/.test(buildOf(game)) ||
    game.says(/canvasKitBaseUrl["']?\s*[:=]\s*["'](?!https?:|\/\/)/) ||
    !game.says(/gstatic\.com\/flutter-canvaskit/)
  if (!isLocal)
    return {
      file,
      words: 'loads CanvasKit and its fonts from www.gstatic.com, and a mini app has no network',
      advice: `build it with flutter build web --no-web-resources-cdn${hasFont(game) ? '' : `, and ${ADD_FONT}`}`,
    }
  if (isHtml || hasFont(game)) return null
  return {
    file: game.named(/^assets\/FontManifest\.json$/)[0] ?? file,
    words:
      'has no font for texts, which Flutter then loads from fonts.gstatic.com, and a mini app has no network',
    advice: `${ADD_FONT}, and build it again`,
  }
}

const ADD_FONT = 'add the font Roboto under fonts: in pubspec.yaml'

/** Whether the app brings a font that is not one of icons. */
const hasFont = (game: GameExport): boolean =>
  game
    .named(/^assets\/FontManifest\.json$/)
    .some((path) =>
      [...game.text(path).matchAll(/"family"\s*:\s*"([^"]*)"/g)].some(
        ([, family = '']) => !/icon/i.test(family),
      ),
    )
