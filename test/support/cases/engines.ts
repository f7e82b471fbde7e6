import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { npm, ROOT } from '../processes/npm.js'

/** A game of `fixtures/engines` that runs with a real engine. */
export interface EngineGame {
  /** Its folder in `fixtures/engines`. */
  readonly folder: string
  /** The packages that it is made with: new versions come in on purpose, not on the day that they are published. */
  readonly packages: Readonly<Record<string, string>>
  /** Files of the packages, which the game has in `lib`. */
  readonly files?: readonly string[]
  /** Where an admin looks at it first, since the engine can open sockets. */
  readonly review?: 'admin'
  /** The module that is bundled with its imports, to `lib`. */
  readonly bundled?: string
}

export const ENGINES: readonly EngineGame[] = [
  { folder: 'phaser-3', packages: { phaser: '3.90.0' }, files: ['phaser/dist/phaser.min.js'] },
  { folder: 'phaser-ce', packages: { 'phaser-ce': '2.20.2' }, files: ['phaser-ce/build/phaser.min.js'] },
  {
    folder: 'phaser-4',
    packages: { phaser4: 'npm:phaser@4.2.1' },
    files: ['phaser4/dist/phaser.min.js'],
  },
  { folder: 'pixi', packages: { 'pixi.js': '8.22.0' }, files: ['pixi.js/dist/pixi.min.js'] },
  {
    folder: 'three',
    packages: { three: '0.187.0' },
    files: ['three/build/three.module.js', 'three/build/three.core.js'],
  },
  {
    folder: 'babylon',
    packages: { babylonjs: '9.34.0' },
    files: ['babylonjs/babylon.js'],
    review: 'admin',
  },
  {
    folder: 'playcanvas',
    packages: { playcanvas: '2.23.3' },
    files: ['playcanvas/build/playcanvas.min.js'],
  },
  { folder: 'melonjs', packages: { melonjs: '15.15.0' }, bundled: 'js/game.js' },
  {
    folder: 'excalibur',
    packages: { excalibur: '0.32.0' },
    files: ['excalibur/build/dist/excalibur.min.js'],
  },
  { folder: 'kaplay', packages: { kaplay: '3001.0.19' }, files: ['kaplay/dist/kaplay.js'] },
  {
    folder: 'littlejs',
    packages: { littlejsengine: '1.20.0' },
    files: ['littlejsengine/dist/littlejs.min.js'],
  },
  { folder: 'createjs', packages: { createjs: '1.0.1' }, files: ['createjs/builds/1.0.0/createjs.min.js'] },
  { folder: 'ink', packages: { inkjs: '2.4.0' }, files: ['inkjs/dist/ink-full.js'] },
  { folder: 'howler', packages: { howler: '2.2.4' }, files: ['howler/dist/howler.min.js'] },
  {
    folder: 'jquery-requirejs',
    packages: { jquery: '3.7.1', requirejs: '2.3.8' },
    files: ['jquery/dist/jquery.min.js', 'requirejs/require.js'],
  },
]

/** The line of `src/adopt/README.md` on the packages. */
export const engineLine = (): string => {
  const names = ENGINES.flatMap(({ packages }) =>
    Object.entries(packages).map(([name, version]) => {
      const [, real = name, number = version] = /^npm:(.+)@(.+)$/.exec(version) ?? []
      return `${real} ${number}`
    }),
  )
  return `The same is done with games made with these npm packages: ${names.join(', ')}.`
}

const CACHE = join(ROOT, 'node_modules/.cache/engines')

/**
 * Puts a game together with its engine, which is fetched where it is not kept from an earlier run.
 * @param to the game's new folder
 * @returns why it cannot be: the registry has no such package; else null
 */
export const makeGame = async (game: EngineGame, to: string): Promise<string | null> => {
  const specifiers = Object.entries(game.packages).map(([name, version]) => `${name}@${version}`)
  const kept = join(CACHE, game.folder)
  const mark = join(kept, 'packages.txt')
  const wanted = `${specifiers.join('\n')}\n`
  const source = join(ROOT, 'fixtures/engines', game.folder)
  if ((await readFile(mark, 'utf8').catch(() => '')) !== wanted) {
    await rm(kept, { recursive: true, force: true })
    await mkdir(join(kept, 'lib'), { recursive: true })
    const words = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--prefix', kept]
    const failure = await npm([...words, ...specifiers], kept).then(() => null, missingPackage)
    if (failure !== null) return failure
    const packages = join(kept, 'node_modules')
    for (const file of game.files ?? []) await cp(join(packages, file), join(kept, 'lib', basename(file)))
    if (game.bundled !== undefined)
      await build({
        entryPoints: [join(source, game.bundled)],
        outfile: join(kept, 'lib', basename(game.bundled)),
        bundle: true,
        format: 'esm',
        minify: true,
        nodePaths: [packages],
        logLevel: 'silent',
      })
    // An engine's package has a hundred times what a game loads of it.
    await rm(packages, { recursive: true, force: true })
    // Written last, so that it stands for all that is kept.
    await writeFile(mark, wanted)
  }
  await cp(source, to, {
    recursive: true,
    filter: (path) => game.bundled === undefined || path !== join(source, game.bundled),
  })
  await cp(join(kept, 'lib'), join(to, 'lib'), { recursive: true })
  return null
}

/** What npm says of a package or a version that the registry does not have. @throws what else failed */
const missingPackage = (error: unknown): string => {
  const said = error instanceof Error ? error.message : ''
  const [found] = /npm (?:error|ERR!) (?:notarget|404) .*/.exec(said) ?? []
  if (found === undefined) throw error
  return `The registry lacks a package: ${found}`
}
