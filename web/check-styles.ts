import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Finds class names that are styled but never used, or used but never styled, in CSS modules and `words.css`. */
const source = join(dirname(fileURLToPath(import.meta.url)), 'src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => join(source, name))
const read = (file: string): string => readFileSync(file, 'utf8')
const sheets = new Map(files.filter((file) => file.endsWith('.css')).map((file) => [file, read(file)]))
const scripts = files.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, read(file)] as const)

const all = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name])))
const withoutValues = (css: string): string => css.replaceAll(/\/\*.*?\*\/|url\([^)]*\)|:\s[^;{}]*;/gs, '')
const withoutComments = (css: string): string => css.replaceAll(/\/\*.*?\*\//gs, '')
const classesOf = (css: string): Set<string> => all(withoutValues(css), /\.([a-z][\w-]*)/gi)

const without = (names: Set<string>, ...others: Set<string>[]): string[] =>
  [...names].filter((name) => !others.some((other) => other.has(name)))

const problems: string[] = []
const complain = (file: string, names: Iterable<string>, what: string): void => {
  for (const name of names) problems.push(`${file.slice(source.length + 1)}: .${name} ${what}`)
}

/** The class names that scripts use of a module; null where one uses computed names. */
const usedNames = (module: string): Set<string> | null => {
  const names = new Set<string>()
  let isOpen = false
  for (const [file, text] of scripts)
    for (const [, local, path] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      if (!local || !path || resolve(dirname(file), path) !== module) continue
      for (const name of all(text, new RegExp(`(?<![\\w./'-])${local}\\.(\\w+)`, 'g'))) names.add(name)
      if (new RegExp(`\\b${local}\\[`).test(text)) isOpen = true
    }
  const styled = classesOf(sheets.get(module) ?? '')
  complain(module, without(names, styled), 'is used and not styled')
  return isOpen ? null : names
}

for (const [module, css] of sheets) {
  if (!module.endsWith('.module.css')) continue
  const names = usedNames(module)
  const composed = all(css, /composes: ((?:(?! from)[\w ])+);/g)
  for (const [, selector = ''] of css.matchAll(/([^{}]+)\{[^{}]*\bcomposes:/g)) {
    const last = withoutComments(selector).trim()
    // The build fails on such a class name; the tests do not read styles.
    if (!/^\.[\w-]+$/.test(last))
      problems.push(`${module.slice(source.length + 1)}: ${last} composes, and is no single class`)
  }
  const inside = new Set([...composed].flatMap((list) => list.split(' ')))
  if (names) complain(module, without(classesOf(css), names, inside), 'is used by nothing')
}

const isWords = (file: string): boolean => ['words.css', 'global.css'].includes(basename(file))
const words = new Set([...sheets].flatMap(([file, css]) => (isWords(file) ? [...classesOf(css)] : [])))
const said = new Set<string>()
for (const [, text] of [...scripts, ...sheets].filter(([file]) => !isWords(file)))
  for (const word of all(text, /(?<![\w-])(ps-[a-z0-9-]+)/g)) said.add(word)
const own = new Set([...words].filter((name) => name.startsWith('ps-')))
complain(join(source, 'app/words.css'), without(own, said), 'is used by nothing')
complain(join(source, 'app/words.css'), without(said, own), 'is used and not styled')

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
