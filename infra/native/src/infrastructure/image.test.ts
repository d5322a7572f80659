import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { allocatorEnvironment } from '@purple-sector/machine/allocator'
import { nodeOptions } from '@purple-sector/product/node-options'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { repositoryRoot } from '../repository-root.ts'
import { images } from './images.ts'

const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')
const dockerfile = read('infra/docker/Dockerfile')

/** Patterns of `.dockerignore`, which keep files out of the image; its exceptions do not matter here. */
const ignorePatterns = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !/^[#!]/.test(line))
const isIgnored = (path: string): boolean =>
  ignorePatterns.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`))

/** Paths of the repository that the last stage of the Dockerfile copies. */
const copiedPaths = [...(dockerfile.split(/^FROM /m).at(-1) ?? '').matchAll(/^COPY (?!--)(\S+) /gm)].map(
  ([, from]) => from,
)
const sources = copiedPaths
  .flatMap((from = '') =>
    statSync(join(repositoryRoot, from)).isDirectory()
      ? readdirSync(join(repositoryRoot, from), { recursive: true, encoding: 'utf8' }).map((path) => `${from}/${path}`)
      : [from],
  )
  .filter((path) => !isIgnored(path))

const lockfile = z
  .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })) })
  .parse(JSON.parse(read('package-lock.json')))

describe('the image', () => {
  test('contains the programs, but no tests and nothing that only tests need', () => {
    expect(sources).toContain('gateway/src/main.ts')
    expect(sources).toContain('infra/native/src/operations/migrate.ts')
    expect(sources.filter((path) => /\.test\.|\/(test|testing|fixtures)\/.*\.ts$|contract-suite/.test(path))).toEqual(
      [],
    )
  })

  test.each(['vitest', 'vite', 'rolldown', 'testcontainers', 'turbo', 'jsdom', '@biomejs/biome'])(
    'does not install %s, a development dependency',
    (name) => {
      expect(lockfile.packages[`node_modules/${name}`]).toEqual({ dev: true })
    },
  )

  test('is based on the Node version of the tests', () => {
    const { devDependencies } = z
      .object({ devDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')))
    expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${devDependencies.node}-`)
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([
      ...[expect.stringContaining('NODE_IMAGE'), 'node', 'node', 'node', 'node'],
    ])
  })

  test('runs Node with the same options as `make start` and every other process of the product', () => {
    const options = nodeOptions.join(' ')
    expect(dockerfile).toContain(`ENV NODE_OPTIONS="${options}"\n`)
    const environment = Object.entries(allocatorEnvironment)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')
    expect(dockerfile).toContain(`ENV ${environment}\n`)
    expect(read('Makefile')).toContain(`PRODUCT_NODE = env ${environment} node ${options}\n`)
    expect(read('Makefile')).toContain('$(PRODUCT_NODE) infra/embedded/src/main.ts')
    // Node rejects options that are not allowed in NODE_OPTIONS.
    expect(execFileSync(process.execPath, ['-p', '1'], { env: { NODE_OPTIONS: options }, encoding: 'utf8' })).toBe(
      '1\n',
    )
  })

  test.each(Object.values(images))('%s is pinned to a patch version', (image) => {
    expect(image).toMatch(/:\d+\.\d+(\.\d+)?$/)
  })

  test('installs packages before it copies the sources, so that a change of code does not reinstall them', () => {
    for (const stage of dockerfile.split(/^FROM /m).filter((text) => text.includes('npm ci'))) {
      const [before = ''] = stage.split('npm ci')
      expect(before).toContain('COPY --from=package-files')
      expect(before).not.toContain('COPY . ')
    }
  })
})
