import type { DeleteAccountBody, OwnSession } from '@purple-sector/contracts/identity/http'
import { queryOptions } from '@tanstack/react-query'
import { api, hasCode, isRejection, serverMessage } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { leaveWithFlash } from '../../../client/messages/flash.ts'
import { endSession } from '../../../client/messages/sign-in-again.ts'

/** The user's sessions, most recently active first. */
export const sessionsQuery = queryOptions({
  queryKey: ['/api/auth/sessions'],
  queryFn: () => api.get<OwnSession[]>('/api/auth/sessions'),
  // No frame reports sign-ins elsewhere.
  staleTime: 0,
})

/** Whether the error names a field, and is shown there. */
const namesField = (error: unknown): boolean => isRejection(error) && (error.body?.issues?.length ?? 0) > 0

/** Returns the server's message for a wrong password; undefined for other errors. */
export const wrongPassword = (error: unknown): string | undefined =>
  hasCode(error, 'WRONG_PASSWORD') ? serverMessage(error, 'That’s not your password.') : undefined

export const useEndSession = () =>
  useToastMutation<OwnSession>({
    mutationFn: ({ id }) => api.delete(`/api/auth/sessions/${id}`),
    success: (_, { browser }) => ({ title: 'Signed out', message: `${browser ?? 'That browser'} is signed out.` }),
    failure: 'Sign-out failed',
    offline: 'We can’t reach the server. No one was signed out.',
    refresh: [{ queryKey: sessionsQuery.queryKey }],
  })

export const useSignOutEverywhere = () =>
  useToastMutation({
    mutationFn: () => endSession(() => api.post('/api/auth/logout-everywhere')),
    failure: 'Sign-out failed',
    offline: 'We can’t reach the server. No one was signed out.',
    onDone: () =>
      leaveWithFlash({ title: 'Signed out everywhere', message: 'Sign in again wherever you want to keep going.' }),
  })

export const useChangePassword = () =>
  useToastMutation<{ currentPassword: string; password: string }>({
    mutationFn: (passwords) => api.post('/api/auth/password', passwords),
    success: () => ({ title: 'Password changed', message: 'You’ve been signed out in all other browsers.' }),
    failure: 'Couldn’t change your password',
    offline: 'We can’t reach the server. Your password hasn’t changed.',
    hidesErrorToast: namesField,
  })

/** Mails a link to set a password. */
export const useMailPasswordLink = (email: string) =>
  useToastMutation({
    mutationFn: () => api.post('/api/auth/password/forgot', { email }),
    success: () => ({ title: 'Email sent', message: `Open the link we sent to ${email}.` }),
    failure: 'Error',
    noReason: 'Failed to send the email',
    offline: 'We can’t reach the server. No email was sent.',
  })

export const useDeleteAccount = () =>
  useToastMutation<DeleteAccountBody>({
    mutationFn: (proof) => endSession(() => api.delete('/api/profile', proof)),
    failure: 'Couldn’t delete your account',
    offline: 'We can’t reach the server, so we don’t know whether your account was deleted.',
    hidesErrorToast: namesField,
    onDone: () =>
      leaveWithFlash({ title: 'Your account is deleted', message: 'Your data is gone. Thanks for tipping with us.' }),
  })
