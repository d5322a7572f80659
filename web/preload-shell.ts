import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

const SHELL = '/app/shell/shell.tsx'

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/** A chunk and everything it needs before it can run. */
const withImports = (chunks: Chunks, file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunks.get(file)?.imports ?? []) withImports(chunks, imported, seen)
  return seen
}

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { crossorigin: '', ...attrs },
  injectTo: 'head',
})

/**
 * Puts preloads for the shell, with all it consists of, into the built page: the app asks for it as its first deed, which
 * on a slow line would be seconds later.
 */
export const preloadShell = (): Plugin => ({
  name: 'preload-shell',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle, chunk: entry }) => {
      const chunks: Chunks = new Map(
        Object.values(bundle ?? {}).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
      )
      const shell = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(SHELL))
      if (!shell || !entry) return []
      const known = withImports(chunks, entry.fileName)
      const files = [...withImports(chunks, shell.fileName)].filter((file) => !known.has(file))
      const styles = new Set(files.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]))
      return [
        ...files.map((file) => link({ rel: 'modulepreload', href: `/${file}` })),
        ...[...styles].map((file) => link({ rel: 'preload', as: 'style', href: `/${file}` })),
      ]
    },
  },
})
