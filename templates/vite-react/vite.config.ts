import react from '@vitejs/plugin-react'
import miniapp from 'miniapp/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [react(), miniapp()] })
