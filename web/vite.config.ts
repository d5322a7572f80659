import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fontFaces } from './build/font-faces.ts'
import { ownScripts } from './build/own-scripts.ts'
import { sharedByPages } from './build/page-chunks.ts'
import { routeManifestPlugin } from './build/route-manifest-plugin.ts'
import { ssrPlugin } from './build/ssr-plugin.ts'

/**
 * Everything that each page needs is one file, and so is what pages share: to a phone, and to the server, a file costs
 * about as much as a few kilobytes.
 */
const groups = [{ name: 'first', tags: ['$initial' as const], priority: 2 }, sharedByPages()]

/** `vite build --mode gallery` builds the page of all components, and nothing of the product. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), ownScripts(), fontFaces(), ...(mode === 'gallery' ? [] : [routeManifestPlugin(), ssrPlugin()])],
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
