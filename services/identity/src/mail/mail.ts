import type { Mail } from '@purple-sector/mail'
import type { Purpose } from '../tables.ts'

/** Where a mailed link leads: the page that sets a password, or the call that verifies the address. */
const PATH: Record<Purpose, string> = { verify: '/api/auth/verify', reset: '/api/auth/password/reset' }

/** The mails identity sends. */
export const mailOf = (
  kind: Purpose,
  { to, token, publicUrl }: { to: string; token: string; publicUrl: string },
): Mail => {
  const link = `${publicUrl}${PATH[kind]}?token=${token}`
  if (kind === 'verify')
    return {
      to,
      subject: 'Confirm your e-mail address',
      text: `Hello,

an account on Purple Sector was created with this e-mail address.
To confirm that the address is yours, open this link where you are
signed in to that account:

${link}

The link works once, for 24 hours. If it was not you who created the
account, ignore this mail: nobody but you can confirm the address.

Purple Sector
`,
    }
  return {
    to,
    subject: 'Set a new password',
    text: `Hello,

somebody, hopefully you, asked for a new password for your account on
Purple Sector. Open this link to set one:

${link}

The link works once, for one hour. If you did not ask for it, ignore
this mail: your password stays as it is.

Purple Sector
`,
  }
}
