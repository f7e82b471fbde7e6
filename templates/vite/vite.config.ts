import miniapp from 'miniapp/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [miniapp()] })
