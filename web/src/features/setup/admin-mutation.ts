import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, isOfflineError, reasonOf } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'

const LISTS = ['/api/admin/weekends', '/api/admin/races', '/api/admin/cars', '/api/weekends', '/api/cars']

/** Asks again for everything that an administrator's change may show in. */
export const refreshLists = (client: QueryClient, lists: readonly string[] = LISTS): Promise<unknown> =>
  Promise.all(lists.map((list) => client.invalidateQueries({ queryKey: [list] })))

/** Why it was not done, for people: offline it says plainly that nothing was saved. */
const refusalOf = (error: unknown): string =>
  isOfflineError(error) ? 'The server was not reached: nothing was saved.' : reasonOf(error)

type Options<Input, Output> = {
  mutationFn(input: Input): Promise<Output>
  /** The title of the toast when it fails (spec part 2 section 8). */
  failure: string | ((input: Input) => string)
  /** The title of the toast when it is done. */
  success?: (output: Output, input: Input) => { title: string; message?: string }
  onDone?(output: Output, input: Input): void
  /** What is asked again; every list as a rule. */
  refresh?(client: QueryClient): Promise<unknown>
  /** Failures that are answered on the spot: no toast. */
  isAnswered?(error: unknown): boolean
}

/** A change by the administrator: told when it is done and when it fails; every list of Setup is asked again. */
export const useAdminMutation = <Input = void, Output = unknown>({
  mutationFn,
  failure,
  success,
  onDone,
  refresh = refreshLists,
  isAnswered,
}: Options<Input, Output>) => {
  const client = useQueryClient()
  return useMutation<Output, Error, Input>({
    mutationFn,
    async onSuccess(output, input) {
      onDone?.(output, input)
      if (success) notify(success(output, input))
      await refresh(client)
    },
    onError(error, input) {
      if (isAnswered?.(error)) return
      const title = typeof failure === 'string' ? failure : failure(input)
      notify({ title, message: refusalOf(error), kind: 'error' })
    },
  })
}

/**
 * A POST that is safe to repeat: what is sent again unchanged, because no reply came, is created once (docs/contract.md, HTTP in
 * general). After a success the same again is meant.
 */
export const usePostOnce = () => {
  const last = useRef({ body: '', key: '' })
  return async <Output>(path: string, body: object): Promise<Output> => {
    const text = path + JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: `setup-${Date.now()}-${Math.random()}` }
    const reply = await api.post<Output>(path, body, { headers: { 'idempotency-key': last.current.key } })
    last.current = { body: '', key: '' }
    return reply
  }
}
