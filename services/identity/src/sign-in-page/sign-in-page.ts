import { type Html, html, nothing } from '@purple-sector/service-kit/http/page/html'
import { alert, renderPage } from '@purple-sector/service-kit/http/page/render-page'

export type SignInForm = 'sign-in' | 'register'

/** The entered fields that the page renders again after an error: all but the password. */
export type SignInFields = { email: string; username: string }

export type SignInPage = {
  returnTo: string
  /** The submitted form, and why it was rejected. */
  rejected?: { form: SignInForm; message: string; fields: SignInFields }
}

const lap: Html = html`<aside class="lap" aria-hidden="true"><span class="label">Fastest overall</span><b class="time">1:20.2983</b>
<div class="thirds"><div><i></i><span>S1</span><b>26.094</b></div><div><i></i><span>S2</span><b>31.402</b></div><div class="g"><i></i><span>S3</span><b>22.802</b></div></div>
<div class="who"><span class="plate">31</span><div><b>Tomas Kinnear</b><span>Race 1 · Southern Cross 500</span></div></div></aside>`

/** Renders the sign-in and registration forms, side by side; works without script. */
export const signInPage = ({ returnTo, rejected }: SignInPage): string => {
  const fieldsIn = (form: SignInForm): SignInFields =>
    rejected?.form === form ? rejected.fields : { email: '', username: '' }
  const alertIn = (form: SignInForm) => alert(rejected?.form === form ? rejected.message : undefined)
  const [signInFields, registerFields] = [fieldsIn('sign-in'), fieldsIn('register')]
  // A visitor with an invite link continues to its group.
  const inviteHint = returnTo.startsWith('/groups/join/')
    ? html`<p class="hint">Sign in or create an account to join the group you were invited to.</p>`
    : nothing
  return renderPage(
    'Sign in',
    html`<div class="wall">
<form method="post" action="/api/auth/login"><h1>Sign in</h1>${inviteHint}${alertIn('sign-in')}
<input type="hidden" name="returnTo" value="${returnTo}">
<label>Email<input name="email" type="email" autocomplete="username" maxlength="254" required value="${signInFields.email}"></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<a class="forgot" href="/api/auth/password/forgot">Forgot your password?</a>
<button>Sign in</button></form>
<form method="post" action="/api/auth/register"><h2>Create an account</h2>
<p class="hint">New here? All you need is an email and a password.</p>${alertIn('register')}
<input type="hidden" name="returnTo" value="${returnTo}">
<label>Email<input name="email" type="email" autocomplete="email" maxlength="254" required value="${registerFields.email}"></label>
<label>Password<input name="password" type="password" autocomplete="new-password" minlength="8" maxlength="128" required><span class="hint">8 to 128 characters, not a common password</span></label>
<label>Username <small>optional</small><input name="username" autocomplete="nickname" minlength="3" maxlength="30" pattern="[A-Za-z0-9_.\\-]+" title="3 to 30 letters, digits, _ - or ." value="${registerFields.username}"><span class="hint">3 to 30 letters, digits, _ - or .</span></label>
<button class="second">Create account</button></form>
${lap}</div>`,
  )
}
