import type { Logger } from '@purple-sector/service-kit'

type Dispose = () => Promise<unknown>

export type Disposables = { add(dispose: Dispose): void; run(): Promise<void> }

/**
 * Collects functions that stop what was started; `run` calls the latest first.
 * A step that fails is logged and does not prevent the others: the database is always stopped, and stopped last.
 */
export const createDisposables = (log: Logger): Disposables => {
  const disposables: Dispose[] = []
  return {
    add: (dispose): void => void disposables.push(dispose),
    async run(): Promise<void> {
      for (const dispose of disposables.splice(0).reverse())
        await dispose().catch((error: unknown) =>
          log.error({ event: 'shutdown.step_failed', err: error }, 'Shutdown step failed'),
        )
    },
  }
}
