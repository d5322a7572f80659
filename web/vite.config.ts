import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstScript } from './first-script.ts'
import { preloadFonts } from './preload-fonts.ts'

/**
 * What every page begins with is one file, and so are the icons that pages share: each file costs a phone, and whoever
 * serves it, about as much as a few kilobytes do.
 */
const groups = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  { name: 'icons', test: /tabler/, minShareCount: 2, priority: 1 },
]

/** `vite build --mode gallery` builds the page of all components, and nothing of the product. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), firstScript(), preloadFonts()],
  build: {
    manifest: true,
    sourcemap: false,
    target: 'es2023',
    ...(mode === 'gallery'
      ? { outDir: 'dist/gallery', rolldownOptions: { input: 'gallery.html' } }
      : { rolldownOptions: { output: { codeSplitting: { groups } } } }),
  },
  server: { proxy: { '/api': 'http://localhost:8080', '/ws': { target: 'ws://localhost:8080', ws: true } } },
}))
