import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROUTES } from '@purple-sector/contracts/all-routes'
import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import { describe, expect, test } from 'vitest'

/*
 * Reads the trees of files in docs/architecture.md, The path of a tip, and checks that each file leads to the next, by the
 * rule that is stated there.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** A file, the one that it is nested in, and what its sentence names in code. */
type Item = { file: string; parent: string | undefined; named: string[] }
/** `seams`: what both sides of each seam name, which is a call or any other text of the code; between the trees. */
type Path = { title: string; trees: Item[][]; seams: string[] }

const ITEM = /^((?: {2})*)- `([^`]+)`: (.+)$/
const SEAM = /^By `([^`]+)`/
const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

const pathOf = (text: string): Path => {
  const [title = '', ...lines] = text.split('\n')
  const path: Path = { title, trees: [[]], seams: [] }
  const ancestors: string[] = []
  for (const line of lines) {
    const [, seam] = SEAM.exec(line) ?? []
    const [, indent, file, sentence = ''] = ITEM.exec(line) ?? []
    if (seam !== undefined) {
      path.seams.push(seam)
      path.trees.push([])
    } else if (file !== undefined && indent !== undefined) {
      const depth = indent.length / 2
      ancestors.splice(depth, ancestors.length, file)
      const parent = depth === 0 ? undefined : ancestors[depth - 1]
      path.trees.at(-1)?.push({ file, parent, named: codeIn(sentence).filter((code) => !code.endsWith('.ts')) })
    }
  }
  return path
}

/** Parses the trees of a page, by their headings. */
const pathsOf = (page: string): Path[] => {
  const [, section = ''] = /\n## The path of a tip\n([\s\S]*?)\n## /.exec(page) ?? []
  return section
    .split(/\n### /)
    .slice(1)
    .map(pathOf)
}

/** The file that a specifier of an import names; undefined for a library. */
const resolveImport = (file: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [, name, rest] = /^@purple-sector\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (name === undefined) return undefined
  const exported: Record<string, string> = JSON.parse(read(`packages/${name}/package.json`)).exports
  const target = exported[rest === undefined ? '.' : `./${rest}`] ?? exported['./*']?.replace('*', rest ?? '')
  return target && join(`packages/${name}`, target)
}

const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/\bfrom '([^']+)'/g)].flatMap(([, specifier = '']) => resolveImport(file, specifier) ?? [])

/** Whether a file imports another one, also by the public entry of its package. */
const doesImport = (file: string, imported: string): boolean =>
  importsOf(file).some(
    (direct) => direct === imported || (direct.endsWith('/src/index.ts') && importsOf(direct).includes(imported)),
  )

/** How a file may name a seam: a call by its path, its definition or the list of all calls, else the text itself. */
const namesOf = (seam: string): string[] => {
  const [, method, path] = /^([A-Z]+) (\/\S+)$/.exec(seam) ?? []
  if (path === undefined) return [seam]
  const definition = Object.entries(tippingRoutes).find(([, route]) => route.method === method && route.path === path)
  expect(ROUTES, `${seam} is no call`).toContain(definition?.[1])
  return [`'${path}'`, `tippingRoutes.${definition?.[0]}`, '@purple-sector/contracts/all-routes']
}

const doesName = (file: string, names: readonly string[]): boolean => names.some((name) => read(file).includes(name))

/** Returns what breaks a path. */
const breaksOf = ({ trees, seams }: Path): string[] => {
  const items = trees.flat()
  const missing = items.filter(({ file }) => !existsSync(join(root, file)))
  if (missing.length > 0) return missing.map(({ file }) => `${file} does not exist`)
  const roots = trees.flatMap((tree) => tree.slice(1).filter(({ parent }) => parent === undefined))
  const notImported = items.filter(({ file, parent }) => parent !== undefined && !doesImport(parent, file))
  const notNamed = items.flatMap(({ file, named }) =>
    named.filter((code) => !doesName(file, [code])).map((code) => `${file} does not name ${code}`),
  )
  const brokenSeams = seams.flatMap((seam, index) => {
    const names = namesOf(seam)
    return [trees.slice(0, index + 1).flat(), trees[index + 1] ?? []].flatMap((side, number) =>
      side.some(({ file }) => doesName(file, names))
        ? []
        : `${seam} is not named ${number === 0 ? 'before' : 'after'} it`,
    )
  })
  return [
    ...roots.map(({ file }) => `${file} is reached by no seam`),
    ...notImported.map(({ file, parent }) => `${parent} does not import ${file}`),
    ...notNamed,
    ...brokenSeams,
  ]
}

const paths = pathsOf(read('docs/architecture.md'))

test('the page describes both paths', () => {
  expect(paths.map(({ title }) => title)).toEqual([
    'From the browser to the reply',
    'From the commit to the leaderboards on screens',
  ])
  for (const { trees } of paths) expect(trees.every((tree) => tree.length > 0)).toBe(true)
})

describe.each(paths)('$title', (path) => {
  test('each file exists and leads to the next', () => {
    expect(breaksOf(path)).toEqual([])
  })
})

describe('a broken path', () => {
  const breaks = (...lines: string[]) => breaksOf(pathOf(['A path', ...lines].join('\n')))

  test('reports a file that does not exist', () => {
    expect(breaks('- `web/src/client/tip.ts`: sends')).toEqual(['web/src/client/tip.ts does not exist'])
  })
  test('reports a file that the one around it does not import', () => {
    expect(breaks('- `web/src/client/api/api.ts`: sends', '  - `gateway/src/app.ts`: receives')).toEqual([
      'web/src/client/api/api.ts does not import gateway/src/app.ts',
    ])
  })
  test('reports a file without a seam before it', () => {
    expect(breaks('- `web/src/client/api/api.ts`: sends', '- `gateway/src/app.ts`: receives')).toEqual([
      'gateway/src/app.ts is reached by no seam',
    ])
  })
  test('reports a name that the file does not contain', () => {
    expect(breaks('- `web/src/client/api/api.ts`: sends `tippingRoutes`')).toEqual([
      'web/src/client/api/api.ts does not name tippingRoutes',
    ])
  })
  test('reports a seam that one side does not name', () => {
    expect(
      breaks(
        '- `gateway/src/routing/find-route.ts`: finds',
        'By `POST /api/tips`:',
        '- `web/src/client/api/api.ts`: sends',
      ),
    ).toEqual(['POST /api/tips is not named after it'])
  })
})
