import { html } from '@purple-sector/service-kit/http/page/html'
import { renderPage } from '@purple-sector/service-kit/http/page/render-page'

const PATH = '/api/notifications/unsubscribe'

/** Renders the page that asks which mails to end; opening the link alone ends nothing. */
export const unsubscribePage = ({ token, mailTopic }: { token: string; mailTopic: string }): string =>
  renderPage(
    'Emails',
    html`<div class="wall single"><div class="note"><h1>Unsubscribe?</h1>
<p>You get emails about ${mailTopic}. What you see in the app and on your devices stays the same.</p>
<form method="post" action="${PATH}/${token}"><button>No more emails about ${mailTopic}</button></form>
<form method="post" action="${PATH}/${token}?of=all"><button class="second">No more emails at all</button></form></div></div>`,
  )

const messagePage = (title: string, text: string): string =>
  renderPage(
    title,
    html`<div class="wall single"><div class="note"><h1>${title}</h1><p>${text}</p><a class="button" href="/profile">Open your profile</a></div></div>`,
  )

export const unsubscribedPage = (mailTopic: string): string =>
  messagePage(
    'You’re unsubscribed',
    `You won’t get emails about ${mailTopic} any more. You can turn them back on in your profile.`,
  )

export const badLinkPage = (): string =>
  messagePage(
    'This link doesn’t work',
    'Part of it may be missing, or it isn’t from one of our emails. You can choose your emails in your profile.',
  )
