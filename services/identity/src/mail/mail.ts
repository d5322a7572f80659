import type { Mail } from '@purple-sector/mail'
import type { Purpose } from '../tables.ts'

/** The target of a mailed link: the page that sets a password, or the route that verifies the address. */
const PATH: Record<Purpose, string> = { verify: '/api/auth/verify', reset: '/api/auth/password/reset' }

/** Renders a mail of identity. */
export const mailOf = (
  kind: Purpose,
  { to, token, publicUrl }: { to: string; token: string; publicUrl: string },
): Mail => {
  const link = `${publicUrl}${PATH[kind]}?token=${token}`
  if (kind === 'verify')
    return {
      to,
      subject: 'Verify your email address',
      text: `Hello,

someone created a Purple Sector account with this email address.
If it was you, open this link where you’re signed in to verify it:

${link}

The link works once, for 24 hours. If it wasn’t you, ignore this
email: no one else can verify the address.

Purple Sector
`,
    }
  return {
    to,
    subject: 'Set a new password',
    text: `Hello,

someone, hopefully you, asked for a new password for your
Purple Sector account. Open this link to set one:

${link}

The link works once, for one hour. If you didn’t ask for it, ignore
this email: your password stays the same.

Purple Sector
`,
  }
}
