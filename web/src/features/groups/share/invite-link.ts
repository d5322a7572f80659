/** The link by which somebody joins a group. */
export const inviteLink = (inviteCode: string, origin = window.location.origin): string =>
  `${origin}/groups/join/${encodeURIComponent(inviteCode)}`

/** The code in the address of a page: what a text had behind its link, such as a full stop, is not part of it. */
export const inviteCodeOf = (text: string): string => (/^[\w-]+/.exec(text)?.[0] ?? text).slice(0, 100)

/** What is sent along with it to wherever it is shared. */
export const invitationMessage = (link: string): string =>
  `Join our racing tip group on Purple Sector and compete with friends: ${link}`
