// Runs commands one after the other, as a step of make, until it is told to stop:
//
//   node infra/make/until-stopped.mjs <process id of make> <target> <command>...
//
// A signal to this process, the end of make, and the loss of the target's file (make deletes it when it is interrupted)
// all mean the same. Each command runs in a process group of its own, so that all of it can be ended, and ends with this
// process, also by kill -9. Told to stop, it exits with 0, else as the last command did.
//
// Plain JavaScript without packages: this is the machine's own Node (20 or newer), before npm has brought ours.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isAtWork, signalGroup } from './group.mjs'

/** What a command has to end by itself, and then what it started and left. */
const TIMEOUT_S = 7
const LEFT_TIMEOUT_S = 2
const LEFT_CHECK_INTERVAL_MS = 10
const CHECK_INTERVAL_MS = 200
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const [makePid, target, ...commands] = process.argv.slice(2)
const guard = readFileSync(new URL('../../packages/machine/src/guard.sh', import.meta.url), 'utf8').replaceAll(
  /^#.*\n/gm,
  '',
)

const reported = new AbortController()
const stop = () => reported.abort()
for (const signal of SIGNALS) process.on(signal, stop)
// A terminal that was closed takes no more words.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const look = () => {
  if (process.ppid !== Number(makePid) || !existsSync(target)) stop()
}
look()
setInterval(look, CHECK_INTERVAL_MS).unref()
process.on('exit', () => rmSync(target, { force: true }))

const endGroup = async (group, exited) => {
  signalGroup(group, 'SIGTERM')
  await Promise.race([exited, delay(TIMEOUT_S * 1000, undefined, { ref: false })])
  const timeout = AbortSignal.timeout(LEFT_TIMEOUT_S * 1000)
  while (isAtWork(group) && !timeout.aborted) await delay(LEFT_CHECK_INTERVAL_MS)
  signalGroup(group, 'SIGKILL')
}

// The flags of this make would offer its job server, which is not handed on; its variables are in the environment.
const { MAKEFLAGS, MFLAGS, ...env } = process.env

const run = async (command) => {
  const child = spawn('/bin/sh', ['-c', guard, 'sh', 'TERM', String(TIMEOUT_S), '/bin/sh', '-c', command], {
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env,
  })
  child.stdin.on('error', () => {})
  const exited = once(child, 'exit')
  await Promise.race([exited, once(reported.signal, 'abort')])
  // Also what a command leaves behind that ended by itself.
  await endGroup(child.pid, exited)
  const [code, signal] = await exited
  // Somebody told the command itself, before it could listen.
  if (SIGNALS.includes(signal)) stop()
  if (reported.signal.aborted && signal !== null) process.stdout.write('  Stopped.\n')
  return code ?? 1
}

let code = 0
for (const command of commands) {
  if (code === 0 && !reported.signal.aborted) code = await run(command)
}
process.exit(reported.signal.aborted ? 0 : code)
