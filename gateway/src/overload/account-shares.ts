import type { ServerResponse } from 'node:http'

/**
 * Outcome of acquiring a slot: `acquired` until the response closes, `full` if the account's queue is full,
 * `disconnected` if the client disconnected.
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
  /** How many further requests of an account may be queued. */
  maxQueued: number
}

type Account = { inFlight: number; queue: (() => void)[] }

/** Limits the concurrent requests of each account, so that no account can fill the shared slots alone. */
export const accountShares = ({ maxInFlight, maxQueued }: Options): AccountShares => {
  const accounts = new Map<string, Account>()

  const releaseSlot = (id: string, account: Account): void => {
    account.inFlight -= 1
    account.queue.shift()?.()
    if (account.inFlight === 0) accounts.delete(id)
  }

  const acquireSlot = (id: string, account: Account, response: ServerResponse): void => {
    account.inFlight += 1
    response.once('close', () => releaseSlot(id, account))
  }

  const queueForSlot = (id: string, account: Account, response: ServerResponse): Promise<SlotOutcome> =>
    new Promise((resolve) => {
      const grant = (): void => {
        response.off('close', cancel)
        acquireSlot(id, account, response)
        resolve('acquired')
      }
      const cancel = (): void => {
        account.queue.splice(account.queue.indexOf(grant), 1)
        resolve('disconnected')
      }
      response.once('close', cancel)
      account.queue.push(grant)
    })

  return {
    async acquire(id, response) {
      if (response.destroyed) return 'disconnected'
      const account = accounts.get(id) ?? { inFlight: 0, queue: [] }
      if (account.inFlight < maxInFlight) {
        accounts.set(id, account)
        acquireSlot(id, account, response)
        return 'acquired'
      }
      return account.queue.length < maxQueued ? queueForSlot(id, account, response) : 'full'
    },
    accounts: () => accounts.size,
  }
}
