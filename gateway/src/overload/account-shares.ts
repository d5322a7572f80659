import type { ServerResponse } from 'node:http'

/**
 * What a request for a slot got: a slot until its response closes; a rejection, as the account's queue is full; or
 * nothing, as its client disconnected.
 */
export type SlotOutcome = 'acquired' | 'full' | 'disconnected'

export type AccountShares = {
  /** Acquires a slot of the account for a request, queued behind earlier requests of the same account. */
  acquire(account: string, response: ServerResponse): Promise<SlotOutcome>
  /** How many accounts have a request in flight or queued. */
  accounts(): number
}

type Options = {
  /** How many requests of an account may be in flight; at least one. */
  maxInFlight: number
  /** How many more of its requests may be queued. */
  maxQueued: number
}

type Account = { inFlight: number; waiting: (() => void)[] }

/** Limits the concurrent requests of each account, so that no account can fill the slots of all. */
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
