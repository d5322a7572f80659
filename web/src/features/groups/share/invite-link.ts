/** Returns the URL by which users join a group. */
export const inviteLink = (inviteCode: string, origin = window.location.origin): string =>
  `${origin}/groups/join/${encodeURIComponent(inviteCode)}`

/** Extracts the invite code from the address of the page, without text copied behind the link such as a full stop. */
export const inviteCodeOf = (text: string): string => (/^[\w-]+/.exec(text)?.[0] ?? text).slice(0, 100)

/** Returns the message that is shared with the link. */
export const invitationMessage = (link: string): string =>
  `Join our racing tip group on Purple Sector and compete with friends: ${link}`
