import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { rollup } from '@rollup/wasm-node'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import { closeWindows, isolatingBrowser } from '../support/browser/browser.js'
import { problemsInBrowser } from '../support/browser/problems-in-browser.js'
import { runHere } from '../support/rigs/command-here.js'
import { LONG } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

afterAll(async () => closeWindows(await isolatingBrowser()))

/** A turning cube, drawn by a library of the size that games have. */
const SCENE = `
import { BoxGeometry, Mesh, MeshNormalMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three'

const renderer = new WebGLRenderer({ antialias: false })
document.body.append(renderer.domElement)
const scene = new Scene()
const camera = new PerspectiveCamera(50, 1, 0.1, 10)
camera.position.z = 3
const cube = new Mesh(new BoxGeometry(), new MeshNormalMaterial())
scene.add(cube)
cube.rotation.set(0.5, 0.7, 0)
renderer.setClearColor(0x223344)
// A new size empties the canvas, and a frame may get its size late.
const draw = () => {
  renderer.setSize(innerWidth, innerHeight)
  renderer.render(scene, camera)
}
addEventListener('resize', draw)
draw()
Service.ready()
`
/** How src/vite/README.md loads a bundle: the SDK first, and both with `crossorigin`. */
const BUNDLED_SCRIPTS = `<script src="service-miniapp.js" crossorigin></script>
<script type="module" crossorigin src="game.js"></script>`

const PAGE = (script: string) => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Cube</title><style>body { margin: 0; overflow: hidden } canvas { display: block }</style></head>
  <body>${script}</body>
</html>
`

/** What people write beside their scripts: the manifest and its icon, in a folder. */
const writeManifest = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await cp(join(ROOT, 'templates/blank/icon.png'), join(folder, 'icon.png'))
  await writeFile(
    join(folder, 'manifest.json'),
    JSON.stringify({
      service_miniapp: 1,
      app_id: 'ma_abcdefghij',
      version: '1.0.0',
      name: 'Cube',
      summary: 'A cube that a real library draws',
      age_rating: '4+',
      icon: 'icon.png',
      orientation: 'portrait',
      access: { type: 'free' },
    }),
  )
}

/** Nothing refused, nothing blocked, nothing blank, as people meet it. */
const runs = async (folder: string): Promise<void> => {
  const checked = await runHere(['check', folder, '--format', 'json'], { cwd: folder })
  const { problems } = JSON.parse(checked.stdout)
  expect(problems.filter(({ level }: { level: string }) => level === 'error')).toEqual([])
  expect(await problemsInBrowser(folder)).toEqual([])
}

describe('a build with a real library runs in the simulator', { timeout: 240_000 }, () => {
  it.runIf(LONG)('of esbuild, as documented', async () => {
    const folder = await temporaryFolder()
    await writeManifest(folder)
    await cp(join(ROOT, 'dist/sdk/service-miniapp.js'), join(folder, 'service-miniapp.js'))
    await esbuild({
      stdin: { contents: SCENE, resolveDir: ROOT },
      bundle: true,
      minify: true,
      format: 'esm',
      outfile: join(folder, 'game.js'),
      logLevel: 'silent',
    })
    await writeFile(join(folder, 'index.html'), PAGE(BUNDLED_SCRIPTS))
    await runs(folder)
  })

  it.runIf(LONG)('of Rollup, as documented, in chunks that are loaded on demand', async () => {
    const folder = await temporaryFolder()
    await writeManifest(folder)
    await cp(join(ROOT, 'dist/sdk/service-miniapp.js'), join(folder, 'service-miniapp.js'))
    // Beside the library, so that it is found as in a project of its own.
    const sources: Readonly<Record<string, string>> = {
      [join(ROOT, 'main.js')]: `import('./scene.js')`,
      [join(ROOT, 'scene.js')]: SCENE,
    }
    const bundle = await rollup({
      input: join(ROOT, 'main.js'),
      plugins: [
        {
          name: 'in-memory',
          resolveId: (id, importer) => {
            const path = importer === undefined ? id : join(dirname(importer), id)
            return Object.hasOwn(sources, path) ? path : null
          },
          load: (id) => sources[id] ?? null,
        },
        nodeResolve(),
      ],
      onwarn: (warning) => {
        throw new Error(warning.message)
      },
    })
    const { output } = await bundle.write({
      dir: folder,
      format: 'es',
      entryFileNames: 'game.js',
      chunkFileNames: 'parts/[name]-[hash].js',
      sourcemap: false,
    })
    await bundle.close()
    expect(output.map(({ fileName }) => fileName.replace(/-[\w-]{8}\.js$/, '-HASH.js')).sort()).toEqual([
      'game.js',
      'parts/scene-HASH.js',
    ])
    await writeFile(join(folder, 'index.html'), PAGE(BUNDLED_SCRIPTS))
    await runs(folder)
  })

  it('of Vite, with the plugin', async () => {
    const root = await temporaryFolder()
    await writeManifest(join(root, 'public'))
    await writeFile(join(root, 'index.html'), PAGE('<script type="module" src="/main.js"></script>'))
    await writeFile(join(root, 'main.js'), SCENE)
    const { miniapp } = (await import(
      join(ROOT, 'dist/vite/index.js')
    )) as typeof import('../../src/vite/index.js')
    await vite({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [miniapp()],
      resolve: { alias: { three: join(ROOT, 'node_modules/three') } },
    })
    await runs(join(root, 'dist'))
  })
})
