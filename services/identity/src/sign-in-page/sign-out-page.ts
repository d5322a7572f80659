import { html } from '@purple-sector/service-kit/http/page/html'
import { renderPage } from '@purple-sector/service-kit/http/page/render-page'

/** Renders the confirmation of a sign-out that another site linked to. */
export const signOutPage = (): string =>
  renderPage(
    'Sign out',
    html`<div class="wall single"><form method="post" action="/api/logout"><h1>Sign out?</h1>
<p>Something outside Purple Sector sent you here. You’re only signed out if you want to be.</p>
<button>Sign out</button><a class="button second" href="/">Stay signed in</a></form></div>`,
  )
