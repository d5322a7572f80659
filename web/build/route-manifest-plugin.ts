import { fileURLToPath } from 'node:url'
import { PAGE_HEADER_VERSION, pageHeaderBlock } from '@purple-sector/contracts/page-document'
import type { Plugin, Rolldown } from 'vite'
import { listedPages } from '../src/app/routing/listed-pages.ts'
import { missingIn } from '../src/worker/page-document.ts'
import { serverBuild } from './ssr-plugin.ts'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))

/**
 * Writes `/route-manifest.json`: for each page of `src/app/routing/listed-pages.ts` the files and reads it needs first, which
 * the gateway puts into the document (`gateway/src/static/route-manifest.ts`).
 *
 * Files that every page needs are in the template already. `later` are the files of what is opened on a page, which the
 * service worker caches (`src/worker/page-cache.ts`). The template gets the header that the gateway completes for each
 * document (`gateway/src/static/page-header.ts`).
 */
export const routeManifestPlugin = (): Plugin => ({
  name: 'route-manifest',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const { reads } = await serverBuild()
      const chunks = Object.values(bundle).filter((output): output is Rolldown.OutputChunk => output.type === 'chunk')
      const chunkOf = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      // A file's imports come before it: of two styles for the same thing, the later one wins.
      const withImports = (file: string, found = new Set<string>(), visited = new Set<string>()): Set<string> => {
        if (visited.has(file)) return found
        visited.add(file)
        for (const imported of chunkOf.get(file)?.imports ?? []) withImports(imported, found, visited)
        return found.add(file)
      }
      const stylesOf = (scripts: readonly string[]): string[] => [
        ...new Set(scripts.flatMap((file) => [...(chunkOf.get(file)?.viteMetadata?.importedCss ?? [])])),
      ]
      const inTemplate = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName)]),
      )
      // Dialogs, tabs, and what those open.
      const dynamicFilesOf = (files: readonly string[], found = new Set<string>()): Set<string> => {
        for (const dynamicImport of files.flatMap((file) => chunkOf.get(file)?.dynamicImports ?? [])) {
          const newFiles = [...withImports(dynamicImport)].filter((file) => !inTemplate.has(file) && !found.has(file))
          for (const file of newFiles) found.add(file)
          dynamicFilesOf(newFiles, found)
        }
        return found
      }
      const pageEntries = listedPages.map(({ module, pattern, audience }) => {
        const page = chunks.find(({ facadeModuleId }) => facadeModuleId === SOURCES + module)
        if (!page) throw new Error(`There is no script of ${module}, which ${pattern} begins with`)
        const scripts = [...withImports(page.fileName)].filter((file) => !inTemplate.has(file))
        const later = [...dynamicFilesOf(scripts)]
        const files = { scripts, styles: stylesOf(scripts), later: [...later, ...stylesOf(later)] }
        return { pattern, audience, reads: reads[pattern] ?? [], ...files }
      })
      this.emitFile({ type: 'asset', fileName: 'route-manifest.json', source: JSON.stringify(pageEntries) })
      const entry = chunks.find(({ isEntry }) => isEntry)
      const template = bundle['index.html']
      if (!entry || template?.type !== 'asset') throw new Error('The build has no index.html, or no script for it')
      const files = ['scheme.js', ...inTemplate, ...stylesOf([...inTemplate])].map((file) => `/${file}`)
      const header = { version: PAGE_HEADER_VERSION, build: `/${entry.fileName}`, files }
      template.source = String(template.source).replace('</head>', () => `${pageHeaderBlock(header)}</head>`)
      const missing = missingIn(template.source)
      if (missing.length > 0)
        throw new Error(`No page could be cached for offline use: index.html lacks ${missing.join(', ')}`)
    },
  },
})
