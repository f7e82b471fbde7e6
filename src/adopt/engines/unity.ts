import type { Engine } from './engine.js'
import { twoOf } from './game-export.js'

/** The parts of a build: data, code, framework and symbols, as they are or compressed. */
const PART =
  /\.(?:data|mem|memgz|datagz|jsgz|wasm|symbols\.json|framework\.js|(?:wasm|asm)\.(?:code|framework|memory))(?:\.unityweb|\.br|\.gz)?$|\.(?:unityweb|datagz|jsgz|memgz)$|\.loader\.js$/

/**
 * Unity's web builds. A build has `Build/NAME.loader.js` (2020 and later) or `Build/UnityLoader.js` with `NAME.json` before
 * that, and the parts `data`, `wasm` and `framework.js`, which Publishing Settings compress to `.br`, `.gz`, or
 * `.unityweb` where the loader unpacks them ("Decompression Fallback"). Source: docs.unity3d.com, "Web build output
 * folder structure", "Deploy a Web application" and, of 2018 and 2019, "Building and running a WebGL project".
 */
export const unity: Engine = {
  title: 'Unity Web (2018 and later)',
  recognize: (game) => {
    const parts = game.paths.filter((path) => PART.test(path))
    const loader = game.scripts.some(({ text }) => /createUnityInstance|UnityLoader/.test(text))
    const isUnity = twoOf(
      parts.some((path) => /\.loader\.js$|(?:^|\/)UnityLoader\.js$/.test(path)) ||
        game.has(/(?:^|\/)UnityLoader\.js$/),
      parts.some((path) => !path.endsWith('.loader.js')),
      /createUnityInstance\s*\(|UnityLoader\s*\.\s*instantiate/.test(game.page),
      () => loader,
      () => game.hasId('unity-canvas') || game.hasId('unityContainer') || game.hasId('gameContainer'),
    )
    if (!isUnity || !loader) return null
    const isOld =
      game.says(/UnityLoader\s*\.\s*instantiate|\bUnityLoader\s*=/) && !game.says(/createUnityInstance/)
    return {
      name: isOld ? 'Unity Web build (before 2020)' : 'Unity Web build',
      complete: true,
      // StreamingAssets and Addressables are loaded by names that only the data knows.
      loads: (path) => PART.test(path) || /(?:^|\/)StreamingAssets\//.test(path),
      packed: (path) => PART.test(path) && /\.(?:unityweb|br|gz|\w+gz)$/.test(path),
      // The loader with the fallback, and every loader before 2020, knows the mark of a compressed part.
      unpacksItself: game.says(/UnityWeb Compressed Content/),
      withoutThreads:
        'turn "Enable Native C/C++ Multithreading" off in Player Settings > Publishing Settings, and build again',
      smaller:
        'set Code Optimization to "Disk Size" and compress textures and sounds, or turn "Decompression Fallback" on in Player Settings > Publishing Settings, and build again',
    }
  },
}
