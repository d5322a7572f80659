/** The link by which somebody joins a group. */
export const inviteLink = (inviteCode: string, origin = window.location.origin): string =>
  `${origin}/groups/join/${encodeURIComponent(inviteCode)}`

/** What is sent along with it to wherever it is shared. */
export const invitationMessage = (link: string): string =>
  `Join our racing tip group on Purple Sector and compete with friends: ${link}`
