import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Finds class names that are styled but never used, or used but never styled, in CSS modules and `words.css`. */
const source = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => join(source, name))
const read = (file: string): string => readFileSync(file, 'utf8')
const sheets = new Map(files.filter((file) => file.endsWith('.css')).map((file) => [file, read(file)]))
const scripts = files.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, read(file)] as const)

const matchesOf = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name])))
const withoutValues = (css: string): string => css.replaceAll(/\/\*.*?\*\/|url\([^)]*\)|:\s[^;{}]*;/gs, '')
const withoutComments = (css: string): string => css.replaceAll(/\/\*.*?\*\//gs, '')
const classesOf = (css: string): Set<string> => matchesOf(withoutValues(css), /\.([a-z][\w-]*)/gi)

const difference = (names: Set<string>, ...others: Set<string>[]): string[] =>
  [...names].filter((name) => !others.some((other) => other.has(name)))

const problems: string[] = []
const addProblems = (file: string, names: Iterable<string>, description: string): void => {
  for (const name of names) problems.push(`${file.slice(source.length + 1)}: .${name} ${description}`)
}

/** The class names that scripts use of a module; null where one uses computed names. */
const usedNames = (module: string): Set<string> | null => {
  const names = new Set<string>()
  let isOpen = false
  for (const [file, text] of scripts)
    for (const [, local, path] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      if (!local || !path || resolve(dirname(file), path) !== module) continue
      for (const name of matchesOf(text, new RegExp(`(?<![\\w./'-])${local}\\.(\\w+)`, 'g'))) names.add(name)
      if (new RegExp(`\\b${local}\\[`).test(text)) isOpen = true
    }
  const styled = classesOf(sheets.get(module) ?? '')
  addProblems(module, difference(names, styled), 'is used and not styled')
  return isOpen ? null : names
}

for (const [module, css] of sheets) {
  if (!module.endsWith('.module.css')) continue
  const names = usedNames(module)
  const composed = matchesOf(css, /composes: ((?:(?! from)[\w ])+);/g)
  for (const [, selector = ''] of css.matchAll(/([^{}]+)\{[^{}]*\bcomposes:/g)) {
    const last = withoutComments(selector).trim()
    // The build fails on such a class name; the tests do not read styles.
    if (!/^\.[\w-]+$/.test(last))
      problems.push(`${module.slice(source.length + 1)}: ${last} composes, and is no single class`)
  }
  const composedNames = new Set([...composed].flatMap((list) => list.split(' ')))
  if (names) addProblems(module, difference(classesOf(css), names, composedNames), 'is used by nothing')
}

const isGlobalSheet = (file: string): boolean => ['words.css', 'global.css'].includes(basename(file))
const globalClasses = new Set([...sheets].flatMap(([file, css]) => (isGlobalSheet(file) ? [...classesOf(css)] : [])))
const usedClasses = new Set<string>()
for (const [, text] of [...scripts, ...sheets].filter(([file]) => !isGlobalSheet(file)))
  for (const word of matchesOf(text, /(?<![\w-])(ps-[a-z0-9-]+)/g)) usedClasses.add(word)
const ownClasses = new Set([...globalClasses].filter((name) => name.startsWith('ps-')))
addProblems(join(source, 'app/theme/words.css'), difference(ownClasses, usedClasses), 'is used by nothing')
addProblems(join(source, 'app/theme/words.css'), difference(usedClasses, ownClasses), 'is used and not styled')

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
