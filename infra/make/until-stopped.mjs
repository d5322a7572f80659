// Runs commands one after the other, as a step of make, until it is stopped:
//
//   node infra/make/until-stopped.mjs <process id of make> <target> <command>...
//
// It stops on a signal to this process, on the end of make, and when the target's file is deleted (make deletes it when
// it is interrupted). Each command runs in its own process group, so that all of its processes can be ended, and ends
// with this process, also after kill -9. Exits with 0 when it is stopped, else with the code of the last command.
//
// Plain JavaScript without packages: it runs on the machine's own Node (20 or newer), before npm has installed ours.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { hasRunningProcess, signalGroup } from './group.mjs'

/** Seconds a command has to exit after SIGTERM, and then the processes that it left behind. */
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

const shutdown = new AbortController()
const stop = () => shutdown.abort()
for (const signal of SIGNALS) process.on(signal, stop)
// Ignores write errors, because the terminal may be closed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const checkMake = () => {
  if (process.ppid !== Number(makePid) || !existsSync(target)) stop()
}
checkMake()
setInterval(checkMake, CHECK_INTERVAL_MS).unref()
process.on('exit', () => rmSync(target, { force: true }))

const endGroup = async (group, exited) => {
  signalGroup(group, 'SIGTERM')
  await Promise.race([exited, delay(TIMEOUT_S * 1000, undefined, { ref: false })])
  const timeout = AbortSignal.timeout(LEFT_TIMEOUT_S * 1000)
  while (hasRunningProcess(group) && !timeout.aborted) await delay(LEFT_CHECK_INTERVAL_MS)
  signalGroup(group, 'SIGKILL')
}

// The flags of this make contain its job server, which is not passed on; its variables are in the environment.
const { MAKEFLAGS, MFLAGS, ...env } = process.env

const run = async (command) => {
  const child = spawn('/bin/sh', ['-c', guard, 'sh', 'TERM', String(TIMEOUT_S), '/bin/sh', '-c', command], {
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env,
  })
  child.stdin.on('error', () => {})
  const exited = once(child, 'exit')
  await Promise.race([exited, once(shutdown.signal, 'abort')])
  // Also ends processes that a command left behind when it exited by itself.
  await endGroup(child.pid, exited)
  const [code, signal] = await exited
  // The signal reached the command itself, before it had installed a handler.
  if (SIGNALS.includes(signal)) stop()
  if (shutdown.signal.aborted && signal !== null) process.stdout.write('  Stopped.\n')
  return code ?? 1
}

let code = 0
for (const command of commands) {
  if (code === 0 && !shutdown.signal.aborted) code = await run(command)
}
process.exit(shutdown.signal.aborted ? 0 : code)
