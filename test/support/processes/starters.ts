import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { npm, ROOT } from './npm.js'

/** The versions that are tried: new ones come in on purpose, not on the day that they are published. */
const PACKAGES = {
  'create-vite': '9.3.0',
  '@sveltejs/vite-plugin-svelte': '7.3.1',
  '@tsconfig/svelte': '5.0.8',
  '@types/node': '24.19.2',
  '@types/react': '19.3.0',
  '@types/react-dom': '19.3.0',
  '@vitejs/plugin-react': '6.1.2',
  '@vitejs/plugin-vue': '6.0.10',
  '@vue/tsconfig': '0.9.1',
  eslint: '10.15.0',
  'html-webpack-plugin': '5.6.8',
  react: '19.3.1',
  'react-dom': '19.3.1',
  svelte: '5.57.2',
  typescript: '6.0.3',
  'typescript-eslint': '8.73.0',
  vite: '8.3.4',
  vue: '3.5.44',
  'vue-tsc': '3.3.14',
  webpack: '5.112.2',
  'webpack-cli': '7.3.1',
} as const

/** Where the starters, and what they depend on, are kept between runs. */
export const CACHE = join(ROOT, 'node_modules/.cache/starters')

/** Fetches the starters, and what they depend on, where they are not there yet. */
export const fetchStarters = async (): Promise<void> => {
  await mkdir(CACHE, { recursive: true })
  const manifest = join(CACHE, 'package.json')
  const wanted = `${JSON.stringify({ private: true, dependencies: PACKAGES })}\n`
  // Written last, so that it stands for all that it names.
  if ((await readFile(manifest, 'utf8').catch(() => '')) === wanted) return
  const specifiers = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`)
  await npm(['install', '--no-save', '--ignore-scripts', '--prefix', CACHE, ...specifiers], CACHE)
  await writeFile(manifest, wanted)
}

/** An empty folder beside what the starters depend on; packages are found above it. */
export const newFolder = async (name: string): Promise<string> => {
  const folder = join(CACHE, 'projects', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}
