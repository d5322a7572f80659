// biome-ignore lint/style/noRestrictedImports: this is the one way
import { type InvalidateQueryFilters, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { isOfflineError, serverMessage } from './api.ts'
import { actionTime, notify } from './notify.ts'
import { notifyOtherTabs } from './other-tabs.ts'
import { waitUntilDoneOrDelayed } from './spoiler/delayed-replies.ts'

type Words = { title: string; message?: string }

/** What an answer belongs to: the thing acted on, and when. */
type Action = { about: string; actedAt: number }

const valueFor = <Input>(value: string | ((input: Input) => string), input: Input): string =>
  typeof value === 'string' ? value : value(input)

export type ToastMutation<Input, Output> = {
  mutationFn(input: Input): Promise<Output>
  /**
   * The thing acted on: an answer about it replaces older ones about the same thing. Without it, what is asked again
   * first, else what the failure is called.
   */
  about?: string | ((input: Input) => string)
  /** The toast when it is done; none where the screen says so itself. */
  success?(output: Output, input: Input): Words
  /** The title of the toast when it fails. */
  failure: string | ((input: Input) => string)
  /** Why it failed, where the server was not reached: says plainly what became of the input. */
  offline: string
  /** Why it failed, where the server gives no reason for people. */
  noReason?: string
  /** Said of every failure; the reason then stands below it, as a detail. */
  fixedReason?: string
  /** Failures that are answered on the spot: no toast. */
  isAnswered?(error: unknown): boolean
  /** What is asked again; it is done only when the answers are there. */
  refresh?: readonly (InvalidateQueryFilters & { queryKey: readonly unknown[] })[]
  /** The user's other tabs ask again, too: no frame tells them. */
  notifiesOtherTabs?: boolean
  /** Takes the reply over into the cache, and what else follows at once; before the toast. */
  onDone?(output: Output, input: Input, client: QueryClient, action: Action): void | Promise<void>
  onFailed?(error: unknown, client: QueryClient, action: Action): void
}

/** The one way to change something on the server: told when it is done and when it fails, and what shows it is asked again. */
export const useToastMutation = <Input = void, Output = unknown>({
  mutationFn,
  about,
  success,
  failure,
  offline,
  noReason = 'Please try again.',
  fixedReason,
  isAnswered,
  refresh = [],
  notifiesOtherTabs = false,
  onDone,
  onFailed,
}: ToastMutation<Input, Output>) => {
  const client = useQueryClient()
  const thingOf = (input: Input): string => {
    if (about !== undefined) return valueFor(about, input)
    return refresh[0] ? JSON.stringify(refresh[0].queryKey) : valueFor(failure, input)
  }
  return useMutation<Output, Error, Input, Action>({
    mutationFn,
    onMutate: (input) => ({ about: thingOf(input), actedAt: actionTime() }),
    async onSuccess(output, input, action) {
      await onDone?.(output, input, client, action)
      if (success) notify(success(output, input), action)
      if (notifiesOtherTabs) notifyOtherTabs(refresh.map(({ queryKey }) => queryKey))
      const asked = refresh.map((filters) => client.invalidateQueries(filters, { cancelRefetch: true }))
      const cache = client.getQueryCache()
      await waitUntilDoneOrDelayed(Promise.all(asked), () =>
        refresh.flatMap((filters) => cache.findAll({ ...filters, fetchStatus: 'fetching' })),
      )
    },
    onError(error, input, action = { about: thingOf(input), actedAt: actionTime() }) {
      onFailed?.(error, client, action)
      if (isAnswered?.(error)) return
      const reason = isOfflineError(error) ? offline : serverMessage(error, noReason)
      const words = fixedReason === undefined ? { message: reason } : { message: fixedReason, detail: reason }
      notify({ title: valueFor(failure, input), ...words, kind: 'error' }, action)
    },
  })
}
