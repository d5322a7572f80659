import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { modulesReachedFrom, mutableStateIn, parseModule } from '../../test/module-state.ts'

const SOURCES = fileURLToPath(new URL('../', import.meta.url))

/** State that a render may have, with the reason. Everything else belongs into `browserState`. */
const ALLOWED: Record<string, string> = {
  'client/spoiler/delayed-replies.ts fetchContext':
    'Set while a query function runs up to its first await, and reset before anything else can run.',
  'ui/time/zoned-time.ts formats': 'The formatter of a time zone is the same for all users.',
}

const stateIn = (text: string): string[] => mutableStateIn(parseModule('module.ts', text))

test('no module that the server entry reaches has state in which a render could leave a fan’s data', () => {
  const modules = modulesReachedFrom(`${SOURCES}app/entry-server.tsx`)
  expect(modules.size).toBeGreaterThan(500)
  const found = [...modules].flatMap(([file, source]) =>
    mutableStateIn(source).map((name) => `${relative(SOURCES, file)} ${name}`),
  )
  expect(found.toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
})

describe('mutableStateIn', () => {
  test.each([
    ['a variable', 'let user: User | undefined'],
    ['an exported variable', 'export let user = null'],
    ['a map', 'const user = new Map<string, User>()'],
    ['a set', 'export const user = new Set()'],
    ['a query client', 'const user = new QueryClient()'],
    ['a query client from a factory', 'const user = createQueryClient(pageContext)'],
    ['a list that is added to', 'const user: User[] = []\nconst add = (one) => user.push(one)'],
    ['an object that is written to', 'const user = { id: "" }\nexport const sign = (id) => { user.id = id }'],
    ['a counter in an object', 'const user = { count: 0 }\nexport const next = () => ++user.count'],
    ['an object that is emptied', 'const user = {}\nexport const drop = (id) => { delete user[id] }'],
  ])('finds %s at the top level', (_what, text) => {
    expect(stateIn(text)).toEqual(['user'])
  })

  test.each([
    ['state of a browser', 'const user = browserState(() => new Map())'],
    ['a factory around it', 'const user = createToasts(browserState(newState))'],
    ['constants', 'const user = [1, 2]\nconst names: ReadonlySet<string> = new Set(["a"])\nconst limit = 5'],
    [
      'what is kept for an object of the render',
      'const user = new WeakMap()\nexport const keep = (of) => user.set(of, 1)',
    ],
    ['a factory of a package', 'import { createContext } from "react"\nconst user = createContext(null)'],
    [
      'state of a call',
      'const make = () => { let user = 0; const all = new Map(); all.set(1, 2); return () => ++user }',
    ],
  ])('accepts %s', (_what, text) => {
    expect(stateIn(text)).toEqual([])
  })
})
