import { type ToastMutation, useToastMutation } from '../../lib/toast-mutation.ts'

/** Everything that an administrator's change may show in. */
const LISTS = ['/api/admin/weekends', '/api/admin/races', '/api/admin/cars', '/api/weekends', '/api/cars']

/** A change by the administrator: every list is asked again, unless the change says which. */
export const useAdminMutation = <Input = void, Output = unknown>(
  mutation: Omit<ToastMutation<Input, Output>, 'offline'>,
) =>
  useToastMutation<Input, Output>({
    offline: 'We can’t reach the server. Nothing was saved.',
    refresh: LISTS.map((list) => ({ queryKey: [list] })),
    ...mutation,
  })
