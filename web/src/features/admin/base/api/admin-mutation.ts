import { type ToastMutation, useToastMutation } from '../../../../client/api/toast-mutation.ts'

/** Roots of the query keys that an administrator's change may affect. */
const LISTS = [
  '/api/admin/weekends',
  '/api/admin/races',
  '/api/admin/cars',
  '/api/weekends',
  '/api/cars',
  'leaderboard',
]

/** Returns a mutation for administrators; refetches every list unless the caller says which ones. */
export const useAdminMutation = <Input = void, Output = unknown>(
  mutation: Omit<ToastMutation<Input, Output>, 'offline'>,
) =>
  useToastMutation<Input, Output>({
    offline: 'We can’t reach the server. Nothing was saved.',
    refresh: LISTS.map((list) => ({ queryKey: [list] })),
    ...mutation,
  })
