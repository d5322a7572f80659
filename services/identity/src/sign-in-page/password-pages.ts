import { html, nothing } from '@purple-sector/service-kit/http/page/html'
import { alert, renderPage } from '@purple-sector/service-kit/http/page/render-page'

/** Renders the form that requests a link to set a new password. */
export const forgotPage = ({ email = '', error }: { email?: string; error?: string }): string =>
  renderPage(
    'Forgotten password',
    html`<div class="wall single"><form method="post" action="/api/auth/password/forgot"><h1>Forgot your password?</h1>${alert(error)}
<p class="hint">Enter your account’s email and we’ll send you a link to set a new password.</p>
<label>Email<input name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"></label>
<button>Send link</button></form></div>`,
  )

/** Renders the form behind the mailed link. */
export const resetPage = ({ token, error }: { token: string; error?: string }): string =>
  renderPage(
    'New password',
    html`<div class="wall single"><form method="post" action="/api/auth/password/reset"><h1>Set a new password</h1>${alert(error)}
<input type="hidden" name="token" value="${token}">
<label>New password<input name="password" type="password" autocomplete="new-password" minlength="8" maxlength="128" required><span class="hint">8 to 128 characters, not a common password</span></label>
<button>Set password</button></form></div>`,
  )

type Link = { href: string; label: string }

/** Renders a message with one or two links. */
export const notePage = (note: { title: string; text: string; link: Link; otherLink?: Link }): string =>
  renderPage(
    note.title,
    html`<div class="wall single"><div class="note"><h1>${note.title}</h1><p>${note.text}</p><a class="button" href="${note.link.href}">${note.link.label}</a>${
      note.otherLink
        ? html`<a class="button second" href="${note.otherLink.href}">${note.otherLink.label}</a>`
        : nothing
    }</div></div>`,
  )

/** Renders the page of a verification link that was opened without a session of its account. */
export const verifyElsewherePage = ({ token, isSignedIn }: { token: string; isSignedIn: boolean }): string =>
  notePage({
    title: 'Verify your email address',
    text: `${isSignedIn ? 'You’re signed in to another account here.' : 'You’re not signed in here.'} Sign in to the account this email was sent to and its address is verified. Or set a new password: that verifies it too, and signs everyone else out.`,
    link: {
      href: `/api/login?returnTo=${encodeURIComponent(`/api/auth/verify?token=${encodeURIComponent(token)}`)}`,
      label: 'Sign in',
    },
    otherLink: { href: '/api/auth/password/forgot', label: 'Set a new password' },
  })
