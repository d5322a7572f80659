import { api } from '../../client/api/api.ts'
import { useToastMutation } from '../../client/api/toast-mutation.ts'

/** Mails the verification link again. */
export const useSendVerification = (email: string) =>
  useToastMutation({
    mutationFn: () => api.post('/api/auth/verify/send'),
    success: () => ({ title: 'Email sent', message: `Open the link we sent to ${email} in this browser.` }),
    failure: 'Error',
    noReason: 'Failed to send the email',
    offline: 'We can’t reach the server. No email was sent.',
  })
