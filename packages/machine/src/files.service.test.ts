import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@purple-sector/testing'
import { canMount, smallDisk } from '@purple-sector/testing/databases/small-disk'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createFileAtomic, FileError, readJsonFile, writeFileAtomic } from './files.ts'

let parent: Awaited<ReturnType<typeof temporaryFolder>>
let folder: string
let file: string
beforeAll(async () => {
  parent = await temporaryFolder('files')
})
afterAll(() => parent.remove())
beforeEach(async () => {
  folder = await mkdtemp(join(parent.path, 'test-'))
  file = join(folder, 'secrets.json')
})

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error) => error,
  )

describe('writeFileAtomic and createFileAtomic', () => {
  test('replaces the content and lets no other user read the file', async () => {
    await writeFileAtomic(file, 'one')
    await writeFileAtomic(file, 'two')
    expect(await readFile(file, 'utf8')).toBe('two')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['secrets.json'])
  })

  test('creates a file once, also for concurrent callers, and leaves it unchanged afterwards', async () => {
    const outcomes = await Promise.all(['one', 'two', 'three'].map((text) => createFileAtomic(file, text)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const first = await readFile(file, 'utf8')
    expect(await createFileAtomic(file, 'four')).toBe(false)
    expect(await readFile(file, 'utf8')).toBe(first)
    expect(await readdir(folder)).toEqual(['secrets.json'])
  })

  test('reports the path that cannot be written', async () => {
    await writeFile(file, '')
    const error = await failureOf(writeFileAtomic(join(file, 'inside'), 'text'))
    expect(error).toBeInstanceOf(FileError)
    expect(String(error)).toContain(join(file, 'inside'))
  })

  // Works for every user: a limit on file size allows creating files and writing no byte.
  test.skipIf(process.platform === 'win32')(
    'leaves no draft and the old file unchanged when the file size limit is reached',
    async () => {
      await writeFileAtomic(file, 'old')
      const script = `
      import { createFileAtomic, writeFileAtomic } from ${JSON.stringify(import.meta.resolve('./files.ts'))}
      const [old, fresh] = process.argv.slice(1)
      for (const work of [() => writeFileAtomic(old, 'new'), () => createFileAtomic(fresh, 'new')])
        await work().then(() => console.log('written'), (error) => console.log(error.name, error.message))`
      const limited = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, '--input-type=module', '--eval', script]
      const output = execFileSync('/bin/sh', [...limited, file, join(folder, 'fresh')], { encoding: 'utf8' })
      expect(output.trim().split('\n')).toEqual([
        expect.stringContaining(`FileError ${file} is larger than this user may write`),
        expect.stringContaining(`FileError ${join(folder, 'fresh')} is larger than this user may write`),
      ])
      expect(await readFile(file, 'utf8')).toBe('old')
      expect(await readdir(folder)).toEqual(['secrets.json'])
    },
  )

  test.runIf(canMount())('leaves no draft on a full disk and succeeds once there is space', async () => {
    const disk = await smallDisk(folder, '16k')
    onTestFinished(() => disk.remove())
    await writeFileAtomic(file, 'old')
    const large = 'x'.repeat(32_768)
    expect(String(await failureOf(writeFileAtomic(file, large)))).toContain(`The disk that holds ${file} is full.`)
    expect(await failureOf(createFileAtomic(join(folder, 'fresh'), large))).toBeInstanceOf(FileError)
    expect(await readFile(file, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['secrets.json'])
    disk.grow('128k')
    await writeFileAtomic(file, large)
    expect(await readFile(file, 'utf8')).toBe(large)
  })
})

describe('readJsonFile', () => {
  const schema = {
    parse(value: unknown): { answer: number } {
      if (typeof value === 'object' && value !== null && 'answer' in value && typeof value.answer === 'number')
        return { answer: value.answer }
      throw new Error('no answer')
    },
  }
  const read = () => readJsonFile(file, schema, 'Remove it.')

  test('returns the parsed content, or undefined without a file', async () => {
    expect(await read()).toBeUndefined()
    await writeFileAtomic(file, '{"answer":42}')
    expect(await read()).toEqual({ answer: 42 })
  })

  test.each([
    ['empty', ''],
    ['damaged', '{"answer":'],
    ['damaged', '{"answer":"yes"}'],
  ])('reports a file that is %s, with the remedy', async (state, content) => {
    await writeFile(file, content)
    const error = await failureOf(read())
    expect(error).toBeInstanceOf(FileError)
    expect(String(error)).toMatch(new RegExp(`^FileError: ${file} is ${state}.*Remove it\\.$`))
  })

  test('reports a file that cannot be read, with the remedy', async () => {
    const error = await failureOf(readJsonFile(folder, schema, 'Remove it.'))
    expect(String(error)).toMatch(/^FileError: .* cannot be read \(EISDIR.*Remove it\.$/)
  })
})
