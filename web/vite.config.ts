import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstScript } from './first-script.ts'
import { preloadFonts } from './preload-fonts.ts'

/** `vite build --mode gallery` builds the page of all components, and nothing of the product. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), firstScript(), preloadFonts()],
  build: {
    manifest: true,
    sourcemap: false,
    target: 'es2023',
    ...(mode === 'gallery' ? { outDir: 'dist/gallery', rolldownOptions: { input: 'gallery.html' } } : {}),
  },
  server: { proxy: { '/api': 'http://localhost:8080', '/ws': { target: 'ws://localhost:8080', ws: true } } },
}))
