import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { allocatorEnvironment, nodeOptions } from '@purple-sector/native'
import type { Commands, Reply } from './protocol.ts'

type Input<Command> = Command extends (input: infer In) => Promise<unknown> ? In : never
type Result<Command> = Command extends (input: never) => Promise<infer Out> ? Out : never

/** The result of a command, and the CPU cores its process used meanwhile. */
export type CommandResult<Out> = { result: Out; cpu: number }

export type Process<ProcessCommands extends Commands> = {
  pid: number
  run<Name extends keyof ProcessCommands & string>(
    name: Name,
    input: Input<ProcessCommands[Name]>,
  ): Promise<CommandResult<Result<ProcessCommands[Name]>>>
  /** Lets the process exit by itself; kills it after 15 s. */
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts `processes/<name>.ts`. Its commands have the types of the file's export `commands`:
 * `startProcess<typeof import('./sockets.ts').commands>('sockets')`.
 */
export const startProcess = async <ProcessCommands extends Commands>(
  name: string,
  options: { nodeArguments?: string[] } = {},
): Promise<Process<ProcessCommands>> => {
  const child = fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), {
    // With the same Node options as the product; the baselines, too.
    execArgv: ['--disable-warning=ExperimentalWarning', ...nodeOptions, ...(options.nodeArguments ?? [])],
    env: { ...process.env, ...allocatorEnvironment },
    serialization: 'advanced',
  })
  running.add(child)
  const waiting = new Map<number, { resolve(result: CommandResult<never>): void; reject(error: Error): void }>()
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void exited.then(() => {
    running.delete(child)
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended`))
  })
  child.on('message', ({ id, result, error, cpu }: Reply) => {
    const pending = waiting.get(id)
    waiting.delete(id)
    if (error !== undefined) pending?.reject(new Error(`${name}: ${error}`))
    else pending?.resolve({ result: result as never, cpu })
  })
  let lastId = 0
  return {
    pid: child.pid ?? 0,
    run: (command, input) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        child.send({ id, command, input })
      }),
    async stop() {
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await exited
      clearTimeout(timer)
    },
  }
}
