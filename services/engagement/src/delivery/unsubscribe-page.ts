import { frame } from '@purple-sector/service-kit/page/frame'
import { html } from '@purple-sector/service-kit/page/html'

const PATH = '/api/notifications/unsubscribe'

/** Asks which mails are to end: who only looks at a link has ended nothing. */
export const unsubscribePage = ({ token, about }: { token: string; about: string }): string =>
  frame(
    'Mails',
    html`<div class="wall single"><div class="note"><h1>Get no more mails?</h1>
<p>You get mails about ${about}. What you are told in the app and on your devices stays as it is.</p>
<form method="post" action="${PATH}/${token}"><button>No more mails about ${about}</button></form>
<form method="post" action="${PATH}/${token}?of=all"><button class="second">No more mails at all</button></form></div></div>`,
  )

const note = (title: string, text: string): string =>
  frame(
    title,
    html`<div class="wall single"><div class="note"><h1>${title}</h1><p>${text}</p><a class="button" href="/profile">Open your profile</a></div></div>`,
  )

export const unsubscribedPage = (about: string): string =>
  note('You get no more of these mails', `Mails about ${about} have ended. In your profile you can have them again.`)

export const badLinkPage = (): string =>
  note(
    'This link does not work',
    'It is not complete, or not from a mail of ours. In your profile you choose which mails you get.',
  )
