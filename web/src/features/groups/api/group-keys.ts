/** Prefix of the keys of one group; the first part is the prefix of all groups. */
export const groupKey = (groupId: number) => ['/api/groups', groupId] as const

/** Key of the user's groups and the invitations they have received. */
export const groupsKey = ['/api/groups', 'overview'] as const

export const membersKey = (groupId: number) => [...groupKey(groupId), 'members'] as const

/** Key of a group's pending invitations. */
export const sentInvitationsKey = (groupId: number) => [...groupKey(groupId), 'invitations'] as const
