import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'
import { listedPages } from '../src/app/routing/listed-pages.ts'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const PAGES = listedPages.map(({ module }) => SOURCES + module)
/**
 * Modules shared by at least this many pages come in one file with the first of them: on a phone, a small file costs as
 * much time as a large one.
 */
const MIN_PAGES = 2
/** Small parts of libraries that most pages use; they are included. */
const SMALL = /@tabler\/|@mantine\/core\/esm\/(core|components\/(Box|Flex|Group|SimpleGrid|Stack|Text))\//

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** Our modules that a page loads, directly and through imports. Libraries are grouped with their users. */
const modulesOf = (page: string, context: Context): Set<string> => {
  const visited = new Set<string>()
  const visit = (id: string): void => {
    if (visited.has(id) || !id.startsWith(SOURCES)) return
    visited.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  visit(page)
  return visited
}

/** Groups the modules that most of the app's pages share into one file. */
export const sharedByPages = (): Rolldown.CodeSplittingGroup => {
  let pages: Set<string>[] | undefined
  return {
    debugName: 'shared by pages',
    minShareCount: MIN_PAGES,
    name: (id, context) => {
      if (SMALL.test(id)) return 'pages'
      pages ??= PAGES.map((page) => modulesOf(page, context))
      return pages.filter((modules) => modules.has(id)).length >= MIN_PAGES ? 'pages' : null
    },
    priority: 1,
  }
}
