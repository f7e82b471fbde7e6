import type { Engine } from './engine.js'
import { allBesidePage, twoOf } from './game-export.js'

/**
 * What Emscripten writes for any program: a script that makes `Module` and loads NAME.wasm, NAME.data for packed files, and
 * in older builds NAME.mem or asm.js. Source: emscripten.org, "Building Projects", "Packaging Files" and "Module object".
 */
export const emscripten: Engine = {
  title: 'Emscripten',
  recognize: (game) =>
    twoOf(
      () => game.says(/\bENVIRONMENT_IS_(?:WEB|WORKER|NODE)\b/) || game.says(/\bwasmBinaryFile\b/),
      () => game.says(/\b(?:emscripten_|_emscripten_|asmLibraryArg|wasmImports)/),
      () => game.says(/\bHEAPU8\b/) && game.says(/\bModule\b/),
      game.named(/\.(?:wasm|mem|html\.mem)$/).length > 0 && /\bModule\b/.test(game.page),
    )
      ? {
          name: 'Emscripten build',
          loads: allBesidePage(game),
          withoutThreads: 'build it without -pthread (USE_PTHREADS)',
        }
      : null,
}
