import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'
import { routeManifest } from './src/app/route-manifest.ts'

const SOURCES = fileURLToPath(new URL('./src/', import.meta.url))
const PAGES = routeManifest.map(({ module }) => SOURCES + module)
/** What so many pages share comes with the first of them, in one file: a small file of its own takes a phone as long. */
const SHARED_BY = 2
/** Small parts of libraries that most pages use: those come along. */
const SMALL = /@tabler\/|@mantine\/core\/esm\/(core|components\/(Box|Flex|Group|SimpleGrid|Stack|Text))\//

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** Our modules that come with a page: what it imports, and what that does. Libraries come with whom they serve. */
const modulesOf = (page: string, context: Context): Set<string> => {
  const found = new Set<string>()
  const look = (id: string): void => {
    if (found.has(id) || !id.startsWith(SOURCES)) return
    found.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) look(imported)
  }
  look(page)
  return found
}

/** Names the file of what most of the app's pages share. */
export const sharedByPages = (): Rolldown.CodeSplittingGroup => {
  let pages: Set<string>[] | undefined
  return {
    debugName: 'shared by pages',
    minShareCount: SHARED_BY,
    name: (id, context) => {
      if (SMALL.test(id)) return 'pages'
      pages ??= PAGES.map((page) => modulesOf(page, context))
      return pages.filter((modules) => modules.has(id)).length >= SHARED_BY ? 'pages' : null
    },
    priority: 1,
  }
}
