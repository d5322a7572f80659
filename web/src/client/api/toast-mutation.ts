// biome-ignore lint/style/noRestrictedImports: this is the one way
import { type InvalidateQueryFilters, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { actionTime, notify } from '../messages/notify.ts'
import { waitUntilDoneOrDelayed } from '../spoiler/delayed-replies.ts'
import { isOfflineError, serverMessage } from './api.ts'
import { notifyOtherTabs } from './other-tabs.ts'

type Message = { title: string; message?: string }

/** The action whose outcome a toast is: the object acted on, and when. */
type Action = { about: string; actedAt: number }

const valueFor = <Input>(value: string | ((input: Input) => string), input: Input): string =>
  typeof value === 'string' ? value : value(input)

export type ToastMutation<Input, Output> = {
  mutationFn(input: Input): Promise<Output>
  /**
   * The object acted on: a toast about it replaces older ones about the same object. Defaults to the first of
   * `refresh`, else to the title of the failure.
   */
  about?: string | ((input: Input) => string)
  /** The toast on success; absent if the screen itself shows the success. */
  success?(output: Output, input: Input): Message
  /** The title of the toast on failure. */
  failure: string | ((input: Input) => string)
  /** The reason shown if the server was not reached: says whether the input was saved. */
  offline: string
  /** The reason shown if the server gives none for users. */
  noReason?: string
  /** The message of every failure; the actual reason then follows as a detail. */
  fixedReason?: string
  /** Whether the screen itself handles this failure, so that no error toast is shown. */
  hidesErrorToast?(error: unknown): boolean
  /** Queries to refetch; the mutation is done once their replies have arrived. */
  refresh?: readonly (InvalidateQueryFilters & { queryKey: readonly unknown[] })[]
  /** Whether the user's other tabs refetch too: no frame announces the change. */
  notifiesOtherTabs?: boolean
  /** Applies the reply to the cache, before the toast. */
  onDone?(output: Output, input: Input, client: QueryClient, action: Action): void | Promise<void>
  onFailed?(error: unknown, client: QueryClient, action: Action): void
}

/**
 * The only mutation hook: shows a toast on success and failure, and refetches the queries that show the
 * change.
 */
export const useToastMutation = <Input = void, Output = unknown>({
  mutationFn,
  about,
  success,
  failure,
  offline,
  noReason = 'Please try again.',
  fixedReason,
  hidesErrorToast,
  refresh = [],
  notifiesOtherTabs = false,
  onDone,
  onFailed,
}: ToastMutation<Input, Output>) => {
  const client = useQueryClient()
  const subjectOf = (input: Input): string => {
    if (about !== undefined) return valueFor(about, input)
    return refresh[0] ? JSON.stringify(refresh[0].queryKey) : valueFor(failure, input)
  }
  return useMutation<Output, Error, Input, Action>({
    mutationFn,
    onMutate: (input) => ({ about: subjectOf(input), actedAt: actionTime() }),
    async onSuccess(output, input, action) {
      await onDone?.(output, input, client, action)
      if (success) notify(success(output, input), action)
      if (notifiesOtherTabs) notifyOtherTabs(refresh.map(({ queryKey }) => queryKey))
      const refetches = refresh.map((filters) => client.invalidateQueries(filters, { cancelRefetch: true }))
      const cache = client.getQueryCache()
      await waitUntilDoneOrDelayed(Promise.all(refetches), () =>
        refresh.flatMap((filters) => cache.findAll({ ...filters, fetchStatus: 'fetching' })),
      )
    },
    onError(error, input, action = { about: subjectOf(input), actedAt: actionTime() }) {
      onFailed?.(error, client, action)
      if (hidesErrorToast?.(error)) return
      const reason = isOfflineError(error) ? offline : serverMessage(error, noReason)
      const lines = fixedReason === undefined ? { message: reason } : { message: fixedReason, detail: reason }
      notify({ title: valueFor(failure, input), ...lines, kind: 'error' }, action)
    },
  })
}
