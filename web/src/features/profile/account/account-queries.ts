import type { DeleteAccountBody, OwnSession } from '@purple-sector/contracts/identity/http'
import { queryOptions } from '@tanstack/react-query'
import { api, hasCode, isRefusal, serverMessage } from '../../../lib/api.ts'
import { leaveWith } from '../../../lib/farewell.ts'
import { endingSession } from '../../../lib/sign-in-again.ts'
import { useToastMutation } from '../../../lib/toast-mutation.ts'

/** Where the user is signed in, the browser seen latest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['/api/auth/sessions'],
  queryFn: () => api.get<OwnSession[]>('/api/auth/sessions'),
  // Nobody tells of sign-ins elsewhere.
  staleTime: 0,
})

/** What a field says is wrong is told at the field. */
const namesField = (error: unknown): boolean => isRefusal(error) && (error.body?.issues?.length ?? 0) > 0

/** That a password is wrong, in the server's words; undefined where something else is. */
export const wrongPassword = (error: unknown): string | undefined =>
  hasCode(error, 'WRONG_PASSWORD') ? serverMessage(error, 'This is not your password.') : undefined

export const useEndSession = () =>
  useToastMutation<OwnSession>({
    mutationFn: ({ id }) => api.delete(`/api/auth/sessions/${id}`),
    success: (_, { browser }) => ({ title: 'Signed Out', message: `${browser ?? 'That browser'} is signed out.` }),
    failure: 'Sign Out Failed',
    offline: 'The server was not reached: nobody was signed out.',
    refresh: [{ queryKey: sessionsQuery.queryKey }],
  })

export const useSignOutEverywhere = () =>
  useToastMutation({
    mutationFn: () => endingSession(() => api.post('/api/auth/logout-everywhere')),
    failure: 'Sign Out Failed',
    offline: 'The server was not reached: nobody was signed out.',
    onDone: () => leaveWith({ title: 'Signed Out Everywhere', message: 'Sign in again where you want to go on.' }),
  })

export const useChangePassword = () =>
  useToastMutation<{ currentPassword: string; password: string }>({
    mutationFn: (passwords) => api.post('/api/auth/password', passwords),
    success: () => ({ title: 'Password Changed', message: 'You were signed out in all other browsers.' }),
    failure: 'Password Not Changed',
    offline: 'The server was not reached: the password is the old one.',
    isAnswered: namesField,
  })

/** Mails the link by which a password is set. */
export const useMailPasswordLink = (email: string) =>
  useToastMutation({
    mutationFn: () => api.post('/api/auth/password/forgot', { email }),
    success: () => ({ title: 'Mail Sent', message: `Open the link in the mail to ${email}.` }),
    failure: 'Error',
    noReason: 'Failed to send the mail',
    offline: 'The server was not reached: no mail was sent.',
  })

export const useDeleteAccount = () =>
  useToastMutation<DeleteAccountBody>({
    mutationFn: (proof) => endingSession(() => api.delete('/api/profile', proof)),
    failure: 'Account Not Deleted',
    offline: 'The server was not reached: it is not known whether the account was deleted.',
    isAnswered: namesField,
    onDone: () =>
      leaveWith({ title: 'Your account is deleted', message: 'What is yours is gone. Thank you for racing with us.' }),
  })
