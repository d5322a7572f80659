import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@purple-sector/testing'
import { isAlive } from '@purple-sector/testing/is-alive'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runMakeStart, runProduct } from '../test/product-process.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let dataDir: string
beforeEach(async () => {
  folder = await temporaryFolder('stopping')
  dataDir = join(folder.path, 'data')
  await mkdir(dataDir)
})
afterEach(() => folder.remove())

type Start = ReturnType<typeof runProduct>

const SETTINGS = { PORT: '0', SAMPLE_DATA: 'off' }
const WITH_SAMPLE = { ...SETTINGS, SAMPLE_DATA: 'on' }
const EVERY_FEW_MS = { timeout: 120_000, interval: 5 }

const pidIn = (file: string): number => Number.parseInt(readFileSync(file, 'utf8'), 10)

/** Moments of a start, recognized by files in its data folder or by its output. */
const MOMENTS: Record<string, (start: Start) => boolean> = {
  'the build runs': (start) => start.output().includes('building'),
  'the database is created': () => existsSync(join(dataDir, 'postgres', 'data.new')),
  'the database starts': () => existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid')),
  'the sample weekend is loaded': () => existsSync(join(dataDir, 'address.json')),
  'the product runs': (start) => start.output().includes('Stop with Ctrl-C'),
}

const waitForMoment = async (moment: string, start: Start): Promise<void> => {
  // Leaves nothing running, whatever the outcome of the test.
  onTestFinished(() => void killGroup(start))
  await vi.waitUntil(() => MOMENTS[moment]?.(start) || start.child.exitCode !== null, EVERY_FEW_MS)
  expect(start.child.exitCode, start.output()).toBeNull()
}

const killGroup = ({ child }: Start): void => {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

const sendSignal = (target: string, { child }: Start, signal: NodeJS.Signals): void => {
  const pid = child.pid ?? 0
  process.kill(target.endsWith('group') ? -pid : pid, signal)
}

/** Resolves once the database and all processes with our pipes (make, npm, turbo, node) have exited. */
const waitForExit = async (start: Start): Promise<void> => {
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
  const postgres = existsSync(pidFile) ? pidIn(pidFile) : 0
  await start.exited
  await vi.waitFor(() => expect(postgres > 0 && isAlive(postgres)).toBe(false), { timeout: 30_000 })
  expect(existsSync(pidFile)).toBe(false)
}

/** Creates a build step that never ends, in a grandchild process, as under npm and turbo. */
const createHangingBuild = async (): Promise<string> => {
  const script = join(folder.path, 'prepare')
  await writeFile(script, '#!/bin/sh\nsh -c "echo building; sleep 600; :" & wait\n')
  await chmod(script, 0o755)
  return script
}

const makeStart = (build?: string): Start => runMakeStart({ ...SETTINGS, DATA_DIR: dataDir }, build)

// Each test starts the product, which takes many seconds on a busy machine; the last one starts it five times.
describe('one signal to make start', { timeout: 600_000 }, () => {
  const expectOrderlyStop = async (
    start: Start,
    signal: NodeJS.Signals,
    target: string,
    moment: string,
  ): Promise<void> => {
    await waitForMoment(moment, start)
    sendSignal(target, start, signal)
    await waitForExit(start)
    expect(start.child.signalCode).toBe(signal)
    expect(start.output()).toContain('Stopped.')
    expect(start.output()).not.toContain('could not start')
  }

  test.each([
    ['SIGINT', 'make', 'the build runs'],
    ['SIGHUP', 'the group', 'the build runs'],
    ['SIGTERM', 'make', 'the database is created'],
    ['SIGINT', 'the group', 'the database starts'],
  ] as const)('%s to %s stops everything while %s', async (signal, target, moment) => {
    const start = makeStart(moment.includes('build') ? await createHangingBuild() : undefined)
    await expectOrderlyStop(start, signal, target, moment)
  })

  // On the same data, so that only the first start creates them.
  test('stops everything for SIGINT or SIGTERM to make while it runs, and ends the database for SIGKILL to the group', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      await expectOrderlyStop(makeStart(), signal, 'make', 'the product runs')
    const start = makeStart()
    await waitForMoment('the product runs', start)
    sendSignal('the group', start, 'SIGKILL')
    await waitForExit(start)
  })
})

describe('one signal to the product', { timeout: 600_000 }, () => {
  const stopAt = async (moment: string, signal: NodeJS.Signals, settings = SETTINGS): Promise<Start> => {
    const start = runProduct({ ...settings, DATA_DIR: dataDir })
    await waitForMoment(moment, start)
    sendSignal('node', start, signal)
    await waitForExit(start)
    expect(await start.exited).toBe(0)
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('owner.lock')
    return start
  }

  test('stops it at every moment of a first start, and the next start gets further', async () => {
    for (const [signal, moment] of [
      ['SIGTERM', 'the database is created'],
      ['SIGHUP', 'the database starts'],
    ] as const)
      expect((await stopAt(moment, signal)).output()).toMatch(/^\s*Stopped\.\s*$/)

    const interrupted = await stopAt('the sample weekend is loaded', 'SIGINT', WITH_SAMPLE)
    expect(interrupted.output()).not.toMatch(/could not start|is running/)
    expect((await stopAt('the product runs', 'SIGTERM', WITH_SAMPLE)).output()).toContain('Sample weekend')
    // The sample weekend is complete, so it is not created again.
    expect((await stopAt('the product runs', 'SIGTERM', WITH_SAMPLE)).output()).not.toContain('Sample weekend')
  })
})
