import type { ServerResponse } from 'node:http'

/**
 * What became of a request that asked for a place: it has one until its response closes; it was refused, as the account's
 * own queue is full; or its client has gone.
 */
export type PlaceOutcome = 'taken' | 'full' | 'gone'

export type AccountShares = {
  /** Gives a request of an account a place of its share, where needed after those of the same account before it. */
  take(account: string, response: ServerResponse): Promise<PlaceOutcome>
  /** How many accounts have a request under way or waiting. */
  accounts(): number
}

type Options = {
  /** How many requests of an account may be under way; at least one. */
  places: number
  /** How many more of it may wait for them. */
  queued: number
}

type Account = { inFlight: number; waiting: (() => void)[] }

/** Bounds what one account has under way, so that no account can fill the places of all. */
export const accountShares = ({ places, queued }: Options): AccountShares => {
  const accounts = new Map<string, Account>()

  const leave = (id: string, account: Account): void => {
    account.inFlight -= 1
    account.waiting.shift()?.()
    if (account.inFlight === 0) accounts.delete(id)
  }

  const enter = (id: string, account: Account, response: ServerResponse): void => {
    account.inFlight += 1
    response.once('close', () => leave(id, account))
  }

  const wait = (id: string, account: Account, response: ServerResponse): Promise<PlaceOutcome> =>
    new Promise((resolve) => {
      const begin = (): void => {
        response.off('close', giveUp)
        enter(id, account, response)
        resolve('taken')
      }
      const giveUp = (): void => {
        account.waiting.splice(account.waiting.indexOf(begin), 1)
        resolve('gone')
      }
      response.once('close', giveUp)
      account.waiting.push(begin)
    })

  return {
    async take(id, response) {
      if (response.destroyed) return 'gone'
      const account = accounts.get(id) ?? { inFlight: 0, waiting: [] }
      if (account.inFlight < places) {
        accounts.set(id, account)
        enter(id, account, response)
        return 'taken'
      }
      return account.waiting.length < queued ? wait(id, account, response) : 'full'
    },
    accounts: () => accounts.size,
  }
}
