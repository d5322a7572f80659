import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { PreflightError } from './preflight-error.ts'

const env = {
  ADMIN_EMAILS: 'chief@example.test, other@example.test',
  ADMIN_PASSWORD: 'secret',
  DATA_DIR: '/nowhere',
}

describe('readCommandLine', () => {
  test('defaults to the shipped recording, 200 fans and the first administrator', async () => {
    const options = await readCommandLine([], env)
    expect(options).toMatchObject({
      url: 'http://localhost:8080',
      fans: 200,
      speed: 900,
      takeOver: false,
      ending: 'complete',
      admin: { email: 'chief@example.test', password: 'secret' },
      recording: { weekend: { name: 'Derwent 500' } },
    })
  })

  test('reads the address of the embedded product from its data folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'race-day-'))
    try {
      await writeFile(join(folder, 'address.json'), '{"url":"http://localhost:8083"}')
      expect(await readCommandLine(['--data-dir', folder], env)).toMatchObject({ url: 'http://localhost:8083' })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('chooses the speed from --minutes', async () => {
    const [short, long] = [
      await readCommandLine(['--minutes', '6'], env),
      await readCommandLine(['--minutes', '60'], env),
    ]
    expect(short?.speed).toBeGreaterThan(400)
    expect(long?.speed).toBeLessThan(40)
  })

  test('rejects invalid options with a reason', async () => {
    await expect(readCommandLine(['--speed', '900', '--minutes', '6'], env)).rejects.toThrow('exclude each other')
    await expect(readCommandLine(['--minutes', 'an hour'], env)).rejects.toThrow('--minutes an hour is not a number.')
    await expect(readCommandLine(['--fans', 'many'], env)).rejects.toThrow('--fans many is not a number.')
    await expect(readCommandLine(['--url', 'localhost:8080'], env)).rejects.toThrow('is not an http address')
    await expect(readCommandLine(['--keep', '--delete'], env)).rejects.toThrow('exclude each other')
    await expect(readCommandLine(['--keep', '--take-over'], env)).rejects.toThrow('put back')
    await expect(readCommandLine(['--fans', '1.5'], env)).rejects.toThrow(
      '--fans 1.5 is not a whole number from 0 to 100000.',
    )
    await expect(readCommandLine(['--sockets', ''], env)).rejects.toThrow('--sockets  is not a number')
    await expect(readCommandLine(['--speed', '0'], env)).rejects.toThrow(
      '--speed 0 would never end: give a number above 0, 900 is usual.',
    )
    await expect(readCommandLine(['--settle', '-1'], env)).rejects.toThrow(PreflightError)
    await expect(readCommandLine(['--fan', '3'], env)).rejects.toThrow(
      /^Unknown option '--fan'\. --help lists the options\.$/,
    )
    await expect(readCommandLine(['my', 'weekend.json'], env)).rejects.toThrow(PreflightError)
    await expect(readCommandLine(['--recording', '/no where.json'], env)).rejects.toThrow('there is no such file')
    await expect(readCommandLine(['--data-dir', '/nowhere'], {})).rejects.toThrow('/nowhere/admin.json has none')
    expect(await readCommandLine(['--help'], {})).toBeNull()
  })
})
