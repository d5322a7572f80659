import type { Commands, Reply, Request } from './protocol.ts'

const run = async (commands: Commands, { id, command, input }: Request): Promise<Reply> => {
  const startedAt = performance.now()
  const usedBefore = process.cpuUsage()
  const cpu = (): number => {
    const { user, system } = process.cpuUsage(usedBefore)
    return (user + system) / 1000 / (performance.now() - startedAt)
  }
  try {
    const action = commands[command]
    if (action === undefined) throw new Error(`No command ${command}`)
    return { id, result: await action(input as never), cpu: cpu() }
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error), cpu: cpu() }
  }
}

/** Handles the bench's commands until the bench disconnects, then calls `stop`. */
export const serve = (commands: Commands, stop: () => Promise<void> = async () => {}): void => {
  process.on('message', (request: Request) => {
    void run(commands, request).then((reply) => process.send?.(reply))
  })
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
  process.on('SIGINT', () => {}) // the bench stops its processes itself
}

/** A command that waits this long: its `cpu` is what the process uses for all other work. */
export const watch = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
