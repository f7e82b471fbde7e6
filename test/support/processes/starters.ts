import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

const MANIFEST = `${JSON.stringify({ private: true, dependencies: PACKAGES })}\n`
const VERSION = createHash('sha256').update(MANIFEST).digest('hex').slice(0, 8)

/** Where the starters, and what they depend on, are kept between runs. */
export const CACHE = join(ROOT, `node_modules/.cache/starters-${VERSION}`)

/** Fetches the starters, and what they depend on, where they are not there yet. Files of tests may do so side by side. */
export const fetchStarters = async (): Promise<void> => {
  if (existsSync(CACHE)) return
  await mkdir(dirname(CACHE), { recursive: true })
  const own = await mkdtemp(`${CACHE}-`)
  try {
    const specifiers = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`)
    await npm(['install', '--no-save', '--ignore-scripts', '--prefix', own, ...specifiers], own)
    await writeFile(join(own, 'package.json'), MANIFEST)
    // Whole, or not at all: another file of tests may have been faster.
    await rename(own, CACHE)
  } catch (error) {
    if (!existsSync(CACHE)) throw error
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** An empty folder beside what the starters depend on; packages are found above it. */
export const newFolder = async (name: string): Promise<string> => {
  const folder = join(CACHE, 'projects', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}
