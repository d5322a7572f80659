import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '@purple-sector/testing/is-alive'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startGuarded, waitUntilResponding } from './guarded-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'purple-sector-guarded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const logFile = join(folder, 'program.log')
describe('startGuarded', () => {
  test('writes the output of a program to its log and reports its exit code', async () => {
    const program = await startGuarded({ name: 'greeting', command: 'sh', args: ['-c', 'echo hello; exit 3'], logFile })
    expect(await program.exited).toEqual({ code: 3, signal: null })
    expect(program.lastOutput()).toBe('hello')
    expect(program.isRunning()).toBe(false)
  })

  test('runs a program with the given niceness', async () => {
    const program = await startGuarded({ name: 'polite', command: 'nice', args: [], logFile, niceness: 7 })
    await program.exited
    expect(Number(program.lastOutput(1))).toBe(Math.min(19, getPriority() + 7))
  })

  test('kills a program that ignores SIGTERM after the timeout', async () => {
    const args = ['-c', 'trap "" TERM; echo deaf now; while :; do sleep 1; done']
    const program = await startGuarded({ name: 'stubborn', command: 'sh', args, logFile })
    await waitUntilResponding('stubborn', program, async () => program.lastOutput(1) === 'deaf now')
    await program.stop(100)
    expect(await program.exited).toEqual({ code: null, signal: 'SIGKILL' })
  })

  test('reports the last output of a program that exits while starting', async () => {
    const program = await startGuarded({
      name: 'broken',
      command: 'sh',
      args: ['-c', 'echo no disk >&2; exit 1'],
      logFile,
    })
    await expect(waitUntilResponding('broken', program, async () => false)).rejects.toThrow(
      /broken ended[^:]*:[\s\S]*no disk/,
    )
  })

  test('ends the program with the process that started it, even after kill -9', async () => {
    const script = `
      import { startGuarded } from ${JSON.stringify(import.meta.resolve('./guarded-process.ts'))}
      const program = await startGuarded({ name: 'sleeper', command: 'sleep', args: ['600'], logFile: process.argv[1] })
      process.stdout.write(String(program.pid))
      process.kill(process.pid, 'SIGKILL')`
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script, logFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let pid = ''
    parent.stdout.on('data', (text) => {
      pid += text
    })
    // `close` instead of `exit`: by then all of its output has been read.
    await once(parent, 'close')
    expect(parent.signalCode).toBe('SIGKILL')
    expect(Number(pid)).toBeGreaterThan(0)
    await vi.waitFor(() => expect(isAlive(Number(pid))).toBe(false), 30_000)
  })
})
