import { api } from '../../lib/api.ts'
import { useToastMutation } from '../../lib/toast-mutation.ts'

/** Mails the link again by which an address is verified. */
export const useSendVerification = (email: string) =>
  useToastMutation({
    mutationFn: () => api.post('/api/auth/verify/send'),
    success: () => ({ title: 'Mail Sent', message: `Open the link in the mail to ${email} in this browser.` }),
    failure: 'Error',
    noReason: 'Failed to send the mail',
    offline: 'The server was not reached: no mail was sent.',
  })
