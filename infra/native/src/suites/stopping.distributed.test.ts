import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { missingPrograms } from '../infrastructure/required-programs.ts'
import { sendBytes } from '../operations/send-bytes.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder('stopping')
})
afterEach(() => folder.remove())

const start = () => {
  const child = spawn(process.execPath, [MAIN, '--data-dir', folder.path], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  return { child, output: () => output, exited: once(child, 'close') }
}

const expectNoListener = async (): Promise<void> => {
  const ports: Record<string, number> = JSON.parse(readFileSync(join(folder.path, 'ports.json'), 'utf8'))
  for (const [name, port] of Object.entries(ports))
    await vi.waitFor(() => expect(sendBytes(port, '\r\n'), name).rejects.toThrow('ECONNREFUSED'), { timeout: 30_000 })
}

describe.runIf(missingPrograms().length === 0)('one signal to the native infrastructure', () => {
  test.each([
    [
      'SIGTERM',
      'while the data folder of Kafka is prepared',
      () => existsSync(join(folder.path, 'kafka', 'server.properties')),
    ],
    ['SIGHUP', 'while Kafka starts', () => existsSync(join(folder.path, 'logs', 'kafka.log'))],
  ] as const)('%s %s stops everything, and the next start works', async (signal, _moment, isReached) => {
    const first = start()
    await vi.waitUntil(isReached, { timeout: 60_000, interval: 5 })
    first.child.kill(signal)
    await first.exited
    expect([first.child.exitCode, first.output().trim()]).toEqual([0, 'Stopped.'])
    await expectNoListener()

    const second = start()
    await vi.waitUntil(() => second.output().includes('Running.'), { timeout: 90_000 })
    second.child.kill('SIGINT')
    await second.exited
    expect(second.child.exitCode).toBe(0)
    await expectNoListener()
  })
})
