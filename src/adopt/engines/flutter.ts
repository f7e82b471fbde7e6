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
      ...(obstacle === null ? {} : { obstacle }),
    }
  },
}

/** What the build says of itself, in the page or in `flutter_bootstrap.js`. */
const buildOf = (game: GameExport): string =>
  game.said(/\b_flutter\s*\.\s*buildConfig\s*=\s*(\{[^\n]*\})/) ?? ''

/** What the build loads from a network: the engine that draws, and the font of all texts. */
const obstacleOf = (game: GameExport): NonNullable<Recognized['obstacle']> | null => {
  const file = game.named(/^flutter(?:_bootstrap)?\.js$/)[0] ?? game.entry
  const isHtml =
    /"renderer":"html"/.test(buildOf(game)) && !/"renderer":"(?:canvaskit|auto)"/.test(buildOf(game))
  const isLocal =
    isHtml ||
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
