import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadFonts } from './preload-fonts.ts'

export default defineConfig({
  plugins: [react(), preloadFonts()],
  build: { manifest: true, sourcemap: false, target: 'es2023' },
  server: { proxy: { '/api': 'http://localhost:8080', '/ws': { target: 'ws://localhost:8080', ws: true } } },
})
