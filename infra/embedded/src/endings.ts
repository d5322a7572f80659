import type { Logger } from '@purple-sector/service-kit'

type Ending = () => Promise<unknown>

export type Endings = { add(ending: Ending): void; run(): Promise<void> }

/**
 * What has to be ended of what was started, the last first. One that fails is told and does not keep the others: the
 * database comes last and must always be reached.
 */
export const createEndings = (log: Logger): Endings => {
  const endings: Ending[] = []
  return {
    add: (ending: Ending): void => void endings.push(ending),
    async run(): Promise<void> {
      for (const end of endings.splice(0).reverse())
        await end().catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
    },
  }
}
