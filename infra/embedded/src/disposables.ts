import type { Logger } from '@purple-sector/service-kit'

type Disposable_ = () => Promise<unknown>

export type Disposables = { add(ending: Disposable_): void; run(): Promise<void> }

/**
 * What has to be ended of what was started, the last first. One that fails is told and does not keep the others: the
 * database comes last and must always be reached.
 */
export const createDisposables = (log: Logger): Disposables => {
  const disposables: Disposable_[] = []
  return {
    add: (ending: Disposable_): void => void disposables.push(ending),
    async run(): Promise<void> {
      for (const end of disposables.splice(0).reverse())
        await end().catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
    },
  }
}
