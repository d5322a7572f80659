import type { ServerResponse } from 'node:http'

/**
 * What became of a request that asked for a place: it has one until its response closes; it was refused, as the account's
 * own queue is full; or its client has gone.
 */
export type SlotOutcome = 'acquired' | 'full' | 'disconnected'

export type AccountShares = {
  /** Gives a request of an account a place of its share, where needed after those of the same account before it. */
  acquire(account: string, response: ServerResponse): Promise<SlotOutcome>
  /** How many accounts have a request under way or waiting. */
  accounts(): number
}

type Options = {
  /** How many requests of an account may be under way; at least one. */
  maxInFlight: number
  /** How many more of it may wait for them. */
  maxQueued: number
}

type Account = { inFlight: number; waiting: (() => void)[] }

/** Bounds what one account has under way, so that no account can fill the places of all. */
export const accountShares = ({ maxInFlight, maxQueued }: Options): AccountShares => {
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

  const wait = (id: string, account: Account, response: ServerResponse): Promise<SlotOutcome> =>
    new Promise((resolve) => {
      const admit = (): void => {
        response.off('close', cancel)
        enter(id, account, response)
        resolve('acquired')
      }
      const cancel = (): void => {
        account.waiting.splice(account.waiting.indexOf(admit), 1)
        resolve('disconnected')
      }
      response.once('close', cancel)
      account.waiting.push(admit)
    })

  return {
    async acquire(id, response) {
      if (response.destroyed) return 'disconnected'
      const account = accounts.get(id) ?? { inFlight: 0, waiting: [] }
      if (account.inFlight < maxInFlight) {
        accounts.set(id, account)
        enter(id, account, response)
        return 'acquired'
      }
      return account.waiting.length < maxQueued ? wait(id, account, response) : 'full'
    },
    accounts: () => accounts.size,
  }
}
