import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findTool, toolFolder } from './tools.ts'

const createEnvironment = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tools-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { PATH: join(folder, 'bin'), XDG_CACHE_HOME: join(folder, 'cache') }
}

const createProgram = (path: string, mode = 0o755): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  chmodSync(path, mode)
}

test('finds a tool on PATH', () => {
  const environment = createEnvironment()
  createProgram(join(environment.PATH, 'helm'))
  expect(findTool('helm', environment)).toBe(join(environment.PATH, 'helm'))
})

test('prefers the pinned version that was installed', () => {
  const environment = createEnvironment()
  createProgram(join(environment.PATH, 'helm'))
  createProgram(join(toolFolder('helm', environment), 'helm'))
  expect(findTool('helm', environment)).toMatch(/cache\/purple-sector\/tools\/helm@v[\d.]+\/helm$/)
})

test('says how to get a missing tool, and does not take a file that cannot be run', () => {
  const environment = createEnvironment()
  createProgram(join(environment.PATH, 'kubeconform'), 0o644)
  expect(() => findTool('kubeconform', environment)).toThrow(
    /^kubeconform is missing\. .* go install github\.com\/yannh\/kubeconform\/cmd\/kubeconform@v[\d.]+$/,
  )
})
