import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Logger } from '@purple-sector/service-kit'
import type { Owners } from '../owners.ts'

type Options = {
  fetch: Owners['weekends']
  /** Tells everybody who is not in the weekend's own room, where it is told already. */
  tell(weekend: Weekend, deleted: boolean): void
  log: Logger
}

export type WeekendHerald = {
  /** A weekend came, changed or went (then with what is known of it). */
  changed(weekendId: number, deleted?: Weekend): void
  close(): void
}

const RETRY_MS = 1_000
const TRIES = 5

/** A weekend that is switched live concerns those too who follow another one, or none yet. */
export const createWeekendHerald = ({ fetch, tell, log }: Options): WeekendHerald => {
  const due = new Map<number, { isDue: boolean }>()
  let isClosed = false

  const follow = async (weekendId: number, work: { isDue: boolean }): Promise<void> => {
    for (let attempt = 1; work.isDue && !isClosed; ) {
      work.isDue = false
      try {
        const [present] = await fetch(weekendId)
        if (present && !isClosed) tell(present.weekend, false)
      } catch (error) {
        if (attempt++ === TRIES) {
          log.warn({ err: error, weekendId }, 'a weekend could not be fetched to tell everybody of it')
          return
        }
        work.isDue = true
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  return {
    changed(weekendId, deleted) {
      if (deleted) {
        tell(deleted, true)
        return
      }
      const known = due.get(weekendId)
      if (known) {
        known.isDue = true
        return
      }
      const work = { isDue: true }
      due.set(weekendId, work)
      void follow(weekendId, work).finally(() => due.delete(weekendId))
    },
    close() {
      isClosed = true
    },
  }
}
