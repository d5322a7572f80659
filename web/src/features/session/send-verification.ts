import { api } from '../../lib/api.ts'
import { useToastMutation } from '../../lib/toast-mutation.ts'

/** Mails the link again by which an address is verified. */
export const useSendVerification = (email: string) =>
  useToastMutation({
    mutationFn: () => api.post('/api/auth/verify/send'),
    success: () => ({ title: 'Email sent', message: `Open the link we sent to ${email} in this browser.` }),
    failure: 'Error',
    noReason: 'Failed to send the email',
    offline: 'We can’t reach the server. No email was sent.',
  })
